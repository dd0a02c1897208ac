import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { statementsOf } from './statements-of.ts';

test('a semicolon ends a statement only where it is one', () => {
  expect(
    statementsOf(`
-- First; of all.
create table a (b text default 'c;''d;');
create function f() returns void language plpgsql as $$
begin
  perform 1; -- Don't stop.
end $$;
/* nothing; */
do $do$ begin execute $$ select 1; $$; end $do$; comment on column a."b;" is ';'
`),
  ).toEqual([
    `-- First; of all.\ncreate table a (b text default 'c;''d;');`,
    `create function f() returns void language plpgsql as $$\nbegin\n  perform 1; -- Don't stop.\nend $$;`,
    `/* nothing; */\ndo $do$ begin execute $$ select 1; $$; end $do$;`,
    `comment on column a."b;" is ';'`,
  ]);
  expect(statementsOf('select 1;\n-- That was all.\n')).toEqual(['select 1;']);
});

test('of every migration nothing is lost, and each statement is one', async () => {
  const folder = new URL('./migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const sql = await readFile(new URL(name, folder), 'utf8');
    const statements = statementsOf(sql);
    expect(statements.join('').replaceAll(/\s/g, ''), name).toBe(sql.replaceAll(/\s/g, ''));
    for (const statement of statements)
      expect(statement.replaceAll(/^(--.*)?\n/gm, ''), name).toMatch(
        /^(create|alter|drop|insert|update|delete|with|do|set|analyze)\b/,
      );
  }
});
