#!/usr/bin/env python3
"""Writes, reads or deletes one row of a database that is a JSON file. Settings name the file."""

import fcntl
import json
import os
import sys

call = json.load(sys.stdin)
row, database = call["input"], call["settings"]["database"]


def load():
    with open(database) as file:
        return json.load(file)


def save(users):
    with open(f"{database}.new", "w") as file:
        json.dump(users, file, indent=2)
        file.write("\n")
    os.replace(f"{database}.new", database)


def write(users):
    created = row["id"] not in users
    users[row["id"]] = {"email": row["email"], "name": row["name"]}
    save(users)
    return {"id": row["id"], "created": created}


def read(users):
    if row["id"] not in users:
        sys.exit(f"no user {row['id']} in {database}")
    return {"id": row["id"], **users[row["id"]]}


def delete(users):
    deleted = users.pop(row["id"], None) is not None
    if deleted:
        save(users)
    return {"deleted": deleted}


# One at a time: tasks may run side by side.
os.makedirs(".system/cache", exist_ok=True)
with open(f".system/cache/{os.path.basename(database)}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    # What goes to stderr is progress, which the caller sees at once.
    print(f"{sys.argv[1]} {row['id']} in {database}", file=sys.stderr)
    print(json.dumps({"write": write, "read": read, "delete": delete}[sys.argv[1]](load())))
