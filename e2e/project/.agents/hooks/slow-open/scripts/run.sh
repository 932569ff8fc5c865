#!/bin/sh
cd "$(dirname "$0")/../../../.." || exit 1

touch slow-open.started
sleep 60
