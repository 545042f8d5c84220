"""A client of Caravan in plain Python: ask, follow the steps, get rows, keep answers on a board.

    python client.py http://127.0.0.1:8080 "What were Kenya's top 5 exports in 2023?"

Where people log in, the environment variable CARAVAN_TOKEN holds a token (page "Account").
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request


class Problem(Exception):
    """What the server says is wrong with a request (RFC 9457)."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail") or problem.get("title") or f"status {status}")
        self.status = status
        self.field = problem.get("field")


class Caravan:
    def __init__(self, address, token=None, timeout=600):
        self.address = address.rstrip("/")
        self.token = token
        self.timeout = timeout

    def _open(self, method, path, body=None, kind="application/json", accept="application/json"):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Accept": accept, "Content-Type": kind}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(f"{self.address}{path}", data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            text = error.read()
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {}
            raise Problem(error.code, problem) from None

    def _json(self, method, path, body=None, **more):
        with self._open(method, path, body, **more) as reply:
            text = reply.read()
            return json.loads(text) if text else None

    def ask(self, question, workspace=None, thread=None, **choices):
        """The answer, whole. `thread` goes on with a conversation."""
        return self._json("POST", "/api/chat", self._question(question, workspace, thread, choices))

    def reply(self, turn, values):
        """Goes on with a turn that asked back."""
        return self._json("POST", "/api/chat", {"thread_id": turn["thread_id"], "turn_id": turn["turn_id"], "reply": values})

    def follow(self, question, workspace=None, thread=None, **choices):
        """Pairs of an event's name and its data, as things happen; the last one is ("done", answer) or ("error", problem)."""
        with self._open("POST", "/api/chat/stream", self._question(question, workspace, thread, choices), accept="text/event-stream") as stream:
            event, data = "", []
            for line in stream:
                line = line.decode().rstrip("\r\n")
                if line.startswith("event:"):
                    event = line[6:].strip()
                elif line.startswith("data:"):
                    data.append(line[5:].strip())
                elif not line and data:
                    yield event, json.loads("\n".join(data))
                    event, data = "", []

    @staticmethod
    def _question(question, workspace, thread, choices):
        asked = {"question": question, "workspace": workspace, "thread_id": thread, "choices": choices}
        return {name: value for name, value in asked.items() if value}

    def workspaces(self):
        return self._json("GET", "/api/workspaces")

    def add_table(self, path, workspace, title=""):
        """Takes a file of rows (CSV, TSV, Excel, Parquet) in as a table."""
        query = urllib.parse.urlencode({"workspace": workspace, "title": title, "file": os.path.basename(path)})
        with open(path, "rb") as file:
            return self._json("POST", f"/api/workspaces?{query}", file.read(), kind="application/octet-stream")

    def workbook(self, turn, number=0):
        """All rows of a piece of evidence, as the bytes of an Excel workbook."""
        with self._open("GET", f"/api/turns/{turn['turn_id']}/tables/{number}.xlsx", accept="*/*") as reply:
            return reply.read()

    def make_board(self, title):
        return self._json("POST", "/api/boards", {"title": title})["id"]

    def keep(self, board, turn, kind="table", evidence=0, title=None):
        """Puts an answer on a board: as number, chart, table or text."""
        tile = {"turn_id": turn["turn_id"], "kind": kind, "evidence": evidence, **({"title": title} if title else {})}
        return self._json("POST", f"/api/boards/{board}/tiles", tile)["id"]

    def board(self, board):
        return self._json("GET", f"/api/boards/{board}")

    def refresh(self, board, tile):
        return self._json("POST", f"/api/boards/{board}/tiles/{tile}/refresh")

    def share(self, board):
        """An address that shows the board to others for a while."""
        return f"{self.address}/{self._json('PUT', f'/api/boards/{board}/share')['path']}"


def rows(turn, number=0):
    """The rows of a piece of evidence as dictionaries."""
    piece = turn["evidence"][number]
    names = [column["name"] for column in piece["columns"]]
    return [dict(zip(names, row)) for row in piece["rows"]]


def main(address, *questions):
    caravan, thread = Caravan(address, os.environ.get("CARAVAN_TOKEN")), None
    for question in questions:
        for event, data in caravan.follow(question, thread=thread):
            if event == "node_start":
                print(f"  {data['label']}", file=sys.stderr)
            elif event == "error":
                raise Problem(data.get("status"), data)
            elif event == "done":
                thread = data["thread_id"]
                print(data["answer"])
                for note in data["notes"]:
                    print(f"  note: {note}")


if __name__ == "__main__":
    main(*sys.argv[1:])
