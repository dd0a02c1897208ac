#!/bin/sh
# PostgreSQL runs this once, after it has made its database. Adds the role and the replication slot of the standby.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role standby with replication login password :'password';
select pg_create_physical_replication_slot('standby', true);
SQL
# "all" of the other lines does not include replication.
echo 'host replication standby samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
