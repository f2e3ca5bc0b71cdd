"""show and the games' views, why, log, rulings, score, history."""

from __future__ import annotations

from tests.cli.conftest import Console


def test_show(toy: Console) -> None:
    toy("do", "bid 20; pass")
    assert toy("show").stdout == (
        "Toy Bids\n"
        "\n"
        "Players\n"
        "player    cash  points\n"
        "------  ------  ------\n"
        "Anna     80 Cr       2\n"
        "Ben     100 Cr       0\n"
        "Chloé   100 Cr       0\n"
        "\n"
        "next: Chloé to bid (turn 3)\n"
        "type: bid 0–50 · pass\n"
    )
    assert "next: Ben" in toy("show", "--at", "1").stdout
    assert toy.json("show", "--at", "0")["data"]["state"]["cash"]["Anna"] == 100


def test_title_and_ruled_options_stand_at_the_head_of_every_report(console: Console) -> None:
    players = ("-p", "Anna", "-p", "Ben", "-o", "game.toml")
    console("new", "toy", *players, "--title", "Friday", "--option", "limit=30", "--option", "mood=wild")
    console("do", "bid", "10", "-s", "game.toml")
    for command in (["show"], ["points"], ["why", "Anna"], ["log"], ["rulings"], ["score"], ["history"]):
        lines = console(*command, "-s", "game.toml").stdout.splitlines()
        assert lines[:3] == ["Friday · Toy Bids", "options: limit = 30 · mood = wild", ""], command


def test_a_view_of_the_game(toy: Console, console: Console) -> None:
    assert "A point for every ten." in toy("points").stdout
    assert toy.json("points")["data"]["sections"][0]["rows"] == [["Anna", 0], ["Ben", 0], ["Chloé", 0]]
    console("new", "quiet", "-p", "Anna", "-p", "Ben", "-o", "q.toml")
    assert "Quiet Game has no points; it has: show" in console("points", "-s", "q.toml", code=2).stderr


def test_a_view_may_take_arguments(toy: Console) -> None:
    toy("do", "pass; bid 20")
    assert toy.json("best")["data"]["sections"][0]["rows"] == [["Ben", 2]]
    assert len(toy.json("best", "2", "--at", "1")["data"]["sections"][0]["rows"]) == 2
    assert "referee best [NUMBER]" in toy("best", "-h").stdout
    toy("points", "2", code=2)


def test_a_register_lists_transfers_counts_and_settlements_only(toy: Console) -> None:
    toy("do", "pass; pass; give Anna 5; count Anna 105; say Anna passes; pass")
    toy("count", "Ben", "90", "--settle", "lost", "--note", "x", code=2)
    toy("count", "Anna", "100", "--settle", "a note is torn")
    toy("undo")
    toy("count", "Anna", "104", "--settle", "a coin is bent")
    lines = [line.split() for line in toy("why", "Anna").stdout.splitlines()[6:]]
    assert lines == [
        ["3", "gift", "Chloé", "+5", "Cr", "105", "Cr"],
        ["4", "counted,", "and", "right", "105", "Cr"],
        ["9", "correction:", "a", "coin", "is", "bent", "Bank", "−1", "Cr", "104", "Cr"],
    ]
    found = toy.json("why", "Anna")["data"]["lines"]
    assert [(line["move"], line["reason"], line["amount"], line["balance"]) for line in found] == [
        (3, "gift", 5, 105),
        (4, "counted", 0, 105),
        (9, "settled", -1, 104),
    ]
    assert toy.json("why", "Ben")["data"]["lines"] == []
    assert [e["number"] for e in toy.json("log", "--player", "Ben")["data"]["entries"]] == [2, 6]


def test_why_is_a_register_with_running_balances(toy: Console) -> None:
    toy("do", "bid 20; give Anna 40")
    lines = toy("why", "an").stdout.splitlines()
    assert lines[2] == "Account of Anna"
    assert [line.split() for line in lines[5:]] == [
        ["before", "the", "first", "move", "100", "Cr"],
        ["1", "bid", "Bank", "−20", "Cr", "80", "Cr"],
        ["2", "gift", "Ben", "+40", "Cr", "120", "Cr"],
    ]
    data = toy.json("why", "Anna")["data"]
    assert (data["opening"], data["balance"]) == (100, 120)
    assert [line["amount"] for line in data["lines"]] == [-20, 40]
    assert "80 Cr" in toy("why", "Anna", "--at", "1").stdout
    assert toy("why", "caisse").stdout.splitlines()[2] == "Account of Bank"


def test_why_names_the_accounts_when_there_is_none(toy: Console) -> None:
    assert "did you mean Anna?" in toy("why", "Anan", code=1).stderr
    assert "one of: Anna, Ben, Chloé, Bank" in toy("why", "zzz", code=1).stderr


def test_the_log_tells_what_counts_and_all_of_it_on_demand(toy: Console) -> None:
    toy("do", "bid 20; pass; pass", "--note", "quick")
    toy("undo")
    assert toy("log").stdout.splitlines()[2:] == [
        "   1  Anna pays the Bank 20 Cr.",
        "      note: quick",
        "   2  Ben passes.",
        "      note: quick",
    ]
    assert toy("log", "--all").stdout.splitlines()[6:] == ["   3~ Chloé: pass", "   4  undo: taken back"]
    assert [e["live"] for e in toy.json("log", "--all")["data"]["entries"]] == [True, True, False, True]


def test_the_log_of_a_player(toy: Console) -> None:
    toy("do", "bid 20; give Anna 5; pass")
    assert [e["number"] for e in toy.json("log", "--player", "anna")["data"]["entries"]] == [1, 2]
    assert "“Zed”" in toy("log", "--player", "Zed", code=1).stderr


def test_rulings(toy: Console) -> None:
    assert "overruled nothing" in toy("rulings").stdout
    toy("do", "bid 60", "--ruling", "birthday")
    assert "birthday" in toy("rulings").stdout
    assert toy.json("rulings")["data"]["rulings"][0]["waived"] == ["toy.limit"]
    assert "birthday" in toy("score").stdout and "birthday" in toy("log").stdout
    assert toy("score").stdout.splitlines()[-3].split() == ["move", "player", "what", "rules", "ruling"]
    toy("undo")
    assert "birthday" not in toy("rulings").stdout


def test_the_score_says_ties_and_whether_it_is_final(toy: Console) -> None:
    toy("do", "give Ben 10; pass; pass")
    out = toy("score").stdout
    assert "Standing so far" in out and "rank" in out
    toy("do", "stop")
    data = toy.json("score")["data"]
    assert data["final"] and [s["rank"] for s in data["scores"]] == [1, 2, 3] and data["ties"] == []
    toy("undo", "--to", "0")
    assert "Anna = Ben = Chloé: tied for rank 1." in toy("score").stdout
    assert toy.json("score")["data"]["ties"] == [["Anna", "Ben", "Chloé"]]


def test_a_record_without_moves(toy: Console) -> None:
    for command in ("log", "history"):
        assert toy(command).stdout == "Toy Bids\n\nNo move to tell.\n"
        assert toy.json(command)["ok"]


def test_history_is_a_line_for_every_live_move(toy: Console) -> None:
    toy("do", "bid 20; pass")
    toy("undo")
    lines = toy("history").stdout.splitlines()
    assert lines[2].split() == ["move", "by", "what", "Bank", "Anna", "Ben", "Chloé"]
    assert [line.split() for line in lines[4:]] == [["1", "Anna", "bid", "20", "1020", "80", "100", "100"]]
    assert toy.json("history")["data"]["history"][0]["state"]["points"]["Anna"] == 2


def test_formats(toy: Console) -> None:
    assert "| Anna     | 100 Cr |" in toy("show", "--format", "github").stdout
    assert "\nAnna\t100 Cr\t0\n" in toy("show", "--format", "tsv").stdout
    assert "formats: asciidoc" in toy("show", "--format", "zzz", code=2).stderr


def test_any_entry_number_is_checked(toy: Console) -> None:
    for command in ("show", "points", "score", "legal"):
        assert "record ends at 0" in toy(command, "--at", "5", code=2).stderr
        assert "not an entry number" in toy(command, "--at", "-1", code=2).stderr
