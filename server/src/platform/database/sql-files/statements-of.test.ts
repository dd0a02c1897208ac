import { expect, test } from 'vitest';
import { readSqlFiles } from './read-sql-files.ts';
import { statementsOf } from './statements-of.ts';

test('ignores semicolons inside comments, strings, names and functions', () => {
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

test.each(['migrations', 'functions'])(
  'splits every file of %s and loses nothing',
  async (folder) => {
    const files = await readSqlFiles(new URL(`../${folder}/`, import.meta.url));
    expect(files.length).toBeGreaterThan(0);
    for (const { name, sql } of files) {
      const statements = statementsOf(sql);
      expect(statements.join('').replaceAll(/\s/g, ''), name).toBe(sql.replaceAll(/\s/g, ''));
      for (const statement of statements)
        expect(statement.replaceAll(/^(--.*)?\n/gm, ''), name).toMatch(
          /^(create|alter|drop|insert|update|delete|with|do|set|analyze)\b/,
        );
    }
  },
);
