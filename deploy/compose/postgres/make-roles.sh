#!/bin/sh
# Runs once, when PostgreSQL makes its cluster. Makes the role of Roost with its database, and the role and the slot of the standby.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=password="$POSTGRES_PASSWORD" --set=standby_password="$REPLICATION_PASSWORD" <<'SQL'
create role roost login password :'password';
create database roost owner roost;
create role standby with replication login password :'standby_password';
select pg_create_physical_replication_slot('standby', true);
-- The image demands a password for the superuser. Without one, only this machine lets it in: `exec -u postgres postgres psql`.
alter role postgres password null;
SQL
# "all" of the other lines does not include replication.
echo 'host replication standby samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
