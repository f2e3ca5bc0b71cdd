"""Games saved by 18xx.games, as sessions.

That site's engine asks a company for more passes than the rules need, and lets the price of a company
without income fall inside the action before. The importer therefore plays the game along while it
reads, and writes each move with the id of the action it belongs to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.errors import Fault, FileFaults, MoveError
from referee.games.australia1848 import loans, network, rounds
from referee.games.australia1848.game import BANK, BOE, Australia, read_constants
from referee.games.australia1848.operating import RUN, Turn
from referee.games.australia1848.state import Company
from referee.games.base import Imported
from referee.notation import fold
from referee.resources import rules_folder
from referee.session import Player, Session
from referee.table import Table

Action = dict[str, Any]
OPTIONS = {"readings": "18xx.games", "track": "tiles"}


def read(path: Path) -> Imported:
    """Read a saved game. Raises `FileFaults` when it is no game of 1848 that can be followed."""
    data = _load(path)
    try:
        names = _player_names(data)
        return _Reader(path, data, names).imported()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = f"this is not laid out like a saved game of 18xx.games ({type(error).__name__}: {error})"
        raise FileFaults([Fault(path, 0, problem, "save it again from that site")]) from None


def _load(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        problem = error.strerror or "it can't be read"
        raise FileFaults([Fault(path, 0, problem, "give the path of a saved game")]) from None
    except json.JSONDecodeError as error:
        raise FileFaults(
            [Fault(path, error.lineno, f"not JSON: {error.msg}", "save the game again")]
        ) from None
    except (ValueError, RecursionError):
        raise FileFaults([Fault(path, 0, "not JSON text", "give the path of a saved game")]) from None
    if not isinstance(data, dict) or not isinstance(data.get("actions"), list):
        raise FileFaults([Fault(path, 0, "no saved game: it has no actions", "save it from 18xx.games")])
    title = data.get("title")
    if title != "1848":
        raise FileFaults([Fault(path, 0, f"a game of {title}, not of 1848", "only 1848 can be imported")])
    return data


def _player_names(data: dict[str, Any]) -> dict[Any, str]:
    """Names by player id, made fit for a session: letters first, no signs of our notation, each its own."""
    constants = read_constants(str(rules_folder()))
    companies = constants["companies"] | {BOE: constants["boe"]}
    taken = {fold(word) for id_, company in companies.items() for word in (id_, company["name"])}
    taken.add(fold(BANK))
    names: dict[Any, str] = {}
    for player in data["players"]:
        name = "".join(c if c.isalnum() or c in " -'._" else " " for c in str(player["name"]))
        name = " ".join(name.split()) or "Player"
        if not name[0].isalpha():
            name = f"P {name}"
        name = base = name[:36].rstrip()  # leaves room for a number
        count = 2
        while fold(name) in taken:
            name, count = f"{base} {count}", count + 1
        taken.add(fold(name))
        names[player["id"]] = name
    return names


def effective(actions: list[Action]) -> list[Action]:
    """The actions that count, after the undoing and redoing among them; messages fall away."""
    kept: list[Action] = []
    undone: list[list[Action]] = []
    for action in actions:
        kind = action["type"]
        if kind == "message":
            continue
        if kind == "undo":
            keep = max(len(kept) - 1, 0)
            if "action_id" in action:  # back to that action, which may be a message
                keep = sum(1 for a in kept if a["id"] <= action["action_id"])
            undone.append(kept[keep:])
            del kept[keep:]
        elif kind == "redo":
            if undone:
                kept += undone.pop()
        else:
            undone.clear()
            kept.append(action)
    return kept


def _spread(actions: list[Action]) -> Iterator[Action]:
    """Each action followed by those that the engine added to it by itself."""
    for action in actions:
        yield action
        for added in action.get("auto_actions", ()):
            yield {**added, "id": action["id"]}


def _silent(action: Action) -> bool:
    """Actions without effect on the game, and the dividend of BOE, which follows by itself."""
    kind: str = action["type"]
    return kind == "message" or kind.startswith("program_") or action["entity"] == "BOE"


class _Reader:
    """Plays the saved game along and collects our moves."""

    def __init__(self, path: Path, data: dict[str, Any], names: dict[Any, str]) -> None:
        self.path, self.names = path, names
        self.status = str(data.get("status") or "")
        self.title = str(data.get("description") or f"18xx.games {data.get('id', '')}").strip()
        players = [Player(name) for name in names.values()]
        session = Session(path, "1848", "1848-1", self.title, None, dict(OPTIONS), players, [], "")
        self.table = Table(session)
        self.actions: list[Action] = []
        self.round_ends: set[int] = set()  # indices of the actions after which BOE pays
        for action in _spread(effective(data["actions"])):
            if not _silent(action):
                self.actions.append(action)
            elif action["type"] == "dividend":
                self.round_ends.add(len(self.actions) - 1)
        self.at = 0  # index of the action being read
        self.ref = 0  # id of the action that our moves belong to
        self.left_ipo = {"QR_1"}  # ids of shares that have been out of the IPO (P5 gives QR's first)
        self.faces: dict[str, str] = {}  # train id -> face
        self.owners: dict[str, str] = {}  # train id -> company
        self.places: dict[str, str] = {}  # tile id -> hex
        self.seen: Turn | None = None  # the turn that is being followed
        self.began = 0  # index of the action that brought it about
        self.passed = 0  # passes in it so far
        self.notes: list[str] = []

    @property
    def game(self) -> Australia:
        game = self.table.game
        assert isinstance(game, Australia)
        return game

    def imported(self) -> Imported:
        """All actions read, as far as they can be followed."""
        entries = self.table.session.entries
        told: int | None = None  # how many entries there are when the last action has been read
        for at, action in enumerate(self.actions):
            self.at = at
            if self.game.finished:
                break
            self.ref = action["id"]
            try:
                self._read(action)
                self._settle_passes()
                told = len(entries) if at + 1 == len(self.actions) else None
                self._settle_turn()
            except MoveError as error:
                if told is not None:
                    break
                why = " ".join(self.table.rulebook.explain(error)[:1])
                self.notes.append(f"stopped at action {self.ref} ({action['type']}): {why}")
                break
        finished = self.game.finished and self.status in ("finished", "")
        if not finished and not self.notes:
            self.notes.append("the game is not finished: imported as far as it goes")
        if told is not None and not finished:
            del entries[told:]  # turns that nobody has ended yet
        names = list(self.names.values())
        return Imported("1848", self.title, names, dict(OPTIONS), entries, self.notes)

    def _do(self, text: str, by: str = "") -> None:
        receipt = self.table.record(text, by=by)
        receipt.played.entry.ref = self.ref

    # ------------------------------------------------------------ one action

    def _read(self, action: Action) -> None:
        reader = getattr(self, f"_read_{action['type']}", None)
        if reader is None:
            raise ValueError(f"action {action['id']}: unknown type {action['type']}")
        reader(action)

    def _player(self, action: Action) -> str:
        return self.names[action["entity"]]

    def _read_bid(self, action: Action) -> None:
        self._do(f"buy {action['company']}", self._player(action))

    def _read_assign(self, action: Action) -> None:
        self._do(f"lower {action['target']}", self._player(action))

    def _read_par(self, action: Action) -> None:
        company, par = action["corporation"], action["share_price"].split(",")[0]
        self.left_ipo.add(f"{company}_0")
        self._do(f"buy {company} par {par}", self._player(action))

    def _read_buy_shares(self, action: Action) -> None:
        share = action["shares"][0]
        id_ = share.partition("_")[0]
        text = f"buy {id_}"
        company = self.game.companies.get(id_)
        if company is not None and company.ipo and company.pool:
            text += " pool" if share in self.left_ipo else " ipo"
        self.left_ipo.update(action["shares"])
        self._do(text, self._player(action))

    def _read_sell_shares(self, action: Action) -> None:
        id_ = action["shares"][0].partition("_")[0]
        self.left_ipo.update(action["shares"])
        count = action["percent"] // 10
        self._do(f"sell {count} {id_}", self._player(action))

    def _read_pass(self, action: Action) -> None:
        if action["entity_type"] == "player" and not rounds.pending(self.game):
            self._do("pass", self._player(action))

    def _read_lay_tile(self, action: Action) -> None:
        tile = action["tile"].partition("-")[0]
        self.places[action["tile"]] = action["hex"]
        text = f"lay {action['hex']} {tile} {action['rotation']}"
        by = ""
        if action["entity_type"] == "company":
            text += f" with {action['entity']}"
            by = self.game.tasmania
        self._do(text, by)

    def _read_place_token(self, action: Action) -> None:
        where = action["city"].rpartition("-")[0]
        hex_ = self.places.get(where) or where.partition("-")[0]
        self._do(f"token {hex_}")

    def _read_run_routes(self, action: Action) -> None:
        runs = []
        for route in action["routes"]:
            stops = route["revenue_str"].partition(" ")[0]
            runs.append(f"{self.faces[route['train']]} {stops} {route['revenue']}")
        if self._turn().step <= RUN:
            self._do(f"run {', '.join(runs)}" if runs else "run 0")

    def _read_dividend(self, action: Action) -> None:
        self._do({"payout": "pay", "withhold": "withhold"}[action["kind"]])

    def _read_take_loan(self, _action: Action) -> None:
        self._do("loan")

    def _read_buy_company(self, action: Action) -> None:
        self._do(f"buy {action['company']} for {action['price']}")

    def _read_discard_train(self, action: Action) -> None:
        self._do(f"discard {self.faces[action['train']]}", action["entity"])

    def _read_destination_connection(self, _action: Action) -> None:
        if not self.game.linked:
            self._do("link")

    def _read_end_game(self, _action: Action) -> None:
        self._do("stop")

    def _read_buy_train(self, action: Action) -> None:
        turn, train, price = self._turn(), action["train"], action["price"]
        company = turn.company
        seller = self.owners.get(train)
        if seller is None:
            self.faces[train] = action.get("variant") or train.partition("-")[0]
        face = self.faces[train]
        text = f"buy {face}"
        if seller is not None:
            text += f" from {seller} for {price}"
        elif action.get("exchange"):
            text += f" trade {self.faces[action['exchange']]}"
        if action["entity_type"] == "company":
            text += f" with {action['entity']}"
        elif seller is None and self.game.cash(company.id) < price:
            text += " forced"
        self._do(text)
        if not company.closed:
            self.owners[train] = company.id

    # ------------------------------------------------------------ turns

    def _turn(self) -> Turn:
        turn = self.game.operating.turn
        if turn is None:
            raise ValueError(f"action {self.ref}: no company is operating")
        return turn

    def _settle_passes(self) -> None:
        """The engine passes for players who can do nothing: so do we, until the next one to move."""
        following = next(iter(self.actions[self.at + 1 :]), None)
        if following is None or self.game.round != "stock" or following["type"] == "end_game":
            return
        player = self.names.get(following["entity"]) if following["entity_type"] == "player" else None
        while self.game.round == "stock" and self.game.actor != player and not self.game.finished:
            self._do("pass", self.game.actor)

    def _settle_turn(self) -> None:
        """After an action: let the price fall if the company earns nothing, end its turn if it is over."""
        game = self.game
        turn = game.operating.turn
        if game.round != "operating" or turn is None or game.finished or rounds.pending(game):
            return
        if self.seen is not turn:
            self.seen, self.began, self.passed = turn, self.at, 0
        elif self.actions[self.at]["type"] == "pass":
            self.passed += 1
        company, rest = turn.company, self._rest_of_turn(turn.company)
        if turn.step <= RUN and not self._will_run(company, rest) and self._token_step_over(turn):
            self._do("run 0")
        if game.operating.turn is turn and not rest and not rounds.pending(game):
            self._do("done" if company.counted_trains else "done no-route")
            self._settle_turn()

    def _rest_of_turn(self, company: Company) -> list[Action]:
        """The actions still to come in this company's turn."""
        rest: list[Action] = []
        for at in range(self.at + 1, len(self.actions)):
            if at - 1 in self.round_ends and at - 1 > self.began:
                break
            action = self.actions[at]
            kind, entity = action["type"], action["entity"]
            if kind in ("discard_train", "destination_connection"):
                continue
            if kind == "sell_shares" and self.game.crisis:
                continue
            if action["entity_type"] == "company":
                if self.game.privates[entity].owner not in (company.id, company.president):
                    break
            elif entity != company.id:
                break
            rest.append(action)
        return rest

    def _will_run(self, company: Company, rest: list[Action]) -> bool:
        """Whether the engine waits for runs, or for the loan it asks of a company about to be lost."""
        if any(action["type"] == "run_routes" for action in rest):
            return True
        if company.trains:
            return network.may_run(self.game, company)
        assert company.cell is not None
        return company.cell[1] == 1 and loans.refusal(self.game, company) is None

    def _token_step_over(self, turn: Turn) -> bool:
        """Whether the engine has come to the run step, which it skips for a company without a run.

        It asks for a pass in the track step unless all lays are used, and in the token step if a
        token can be paid and the track reaches a free place.
        """
        lays_left = not turn.upgraded and turn.yellow < (2 if self.game.since("second_yellow_tile") else 1)
        used = self.passed - lays_left  # passes that were not the track step's
        if used < 0:
            return False
        if used > 0 or turn.tokened:
            return True
        company = turn.company
        left = company.token_prices[company.used_tokens :]
        return not left or left[0] > self.game.cash(company.id) or not network.may_token(self.game, company)
