"""Where the rules lie: shipped, chosen, in another language, missing, broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import resources
from referee.errors import FileFaults
from referee.resources import load, load_localised, rules_folder, use_rules


@pytest.fixture(autouse=True)
def shipped_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("REFEREE_RULES", "REFEREE_LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    use_rules(None)


def rules(folder: Path, text: str) -> Path:
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "text.en.toml").write_text(text, encoding="utf-8")
    return folder


def test_the_shipped_rules() -> None:
    assert load("1848", "constants.toml")["bank"]["cash"] > 0
    assert rules_folder().joinpath("core", "text.en.toml").is_file()


def test_the_chosen_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = rules(tmp_path / "one", "x = 1"), rules(tmp_path / "two", "x = 2")
    monkeypatch.setenv("REFEREE_RULES", str(one))
    assert rules_folder() == one and load("toy", "text.en.toml") == {"x": 1}
    use_rules(two)
    assert rules_folder() == two and load_localised("toy", "text") == {"x": 2}
    use_rules(None)
    assert load("toy", "text.en.toml") == {"x": 1}
    monkeypatch.setenv("REFEREE_RULES", "")
    assert load_localised("core", "text")["refused"]


def test_a_folder_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "nowhere", tmp_path / "file"):
        use_rules(path)
        with pytest.raises(FileFaults, match="no such rules folder") as caught:
            load("core", "text.en.toml")
        assert caught.value.faults[0].path == path
    use_rules(None)
    monkeypatch.setenv("REFEREE_RULES", str(tmp_path / "nowhere"))
    with pytest.raises(FileFaults, match="--rules or REFEREE_RULES"):
        rules_folder()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x = ", "not TOML: Invalid value"),
        (b"[a\n", "not TOML: Expected"),
        (b"x = '\xff'", "not UTF-8 text"),
    ],
)
def test_broken_files(tmp_path: Path, data: bytes, problem: str) -> None:
    use_rules(rules(tmp_path, ""))
    path = tmp_path / "toy" / "text.en.toml"
    path.write_bytes(data)
    for read, name in ((load, "text.en.toml"), (load_localised, "text")):
        with pytest.raises(FileFaults, match=problem) as caught:
            read("toy", name)
        (fault,) = caught.value.faults
        assert fault.path == path and fault.remedy


def test_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_rules(rules(tmp_path, ""))
    monkeypatch.setenv("REFEREE_LANG", "fr")
    for read, name in ((load, "constants.toml"), (load_localised, "rulebook")):
        with pytest.raises(FileFaults, match="missing or unreadable"):
            read("toy", name)
    (tmp_path / "toy" / "folder.toml").mkdir()
    with pytest.raises(FileFaults, match="missing or unreadable"):
        load("toy", "folder.toml")


def test_the_language_is_chosen_where_there_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_rules(rules(tmp_path, "x = 'yes'"))
    (tmp_path / "toy" / "text.fr.toml").write_text("x = 'oui'", encoding="utf-8")
    for language, word in (("en", "yes"), ("fr", "oui"), ("de", "yes"), ("", "yes")):
        monkeypatch.setenv("REFEREE_LANG", language)
        assert resources.language() == language
        assert load_localised("toy", "text") == {"x": word}
