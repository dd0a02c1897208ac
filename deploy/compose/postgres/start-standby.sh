#!/bin/sh
# Copies the primary the first time, and then follows it. To make it the primary: `pg_ctl promote`.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host="$PRIMARY" --port="${PRIMARY_PORT:-5432}" --username=standby --slot=standby --wal-method=stream \
    --checkpoint=fast --write-recovery-conf --pgdata="$PGDATA"
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
