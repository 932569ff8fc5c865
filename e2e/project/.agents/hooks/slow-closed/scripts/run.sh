#!/bin/sh
cd "$(dirname "$0")/../../../.." || exit 1

touch slow-closed.started
sleep 60
