import { statementsOf } from '../../src/platform/database/sql-files/statements-of.ts';

/** A change that the previous release would notice, and what to do instead. */
const BREAKING: readonly (readonly [RegExp, string])[] = [
  [/^drop (table|view|function|sequence|type)/, 'drop it in a contract file'],
  [/^alter table .*\bdrop (column|constraint .* add)/, 'drop the column in a contract file'],
  [/\brename\b/, 'add the new name, and drop the old one in a contract file'],
  [/\balter (column )?\w+ (set data )?type\b/, 'add a column of the new type'],
  [/\bset not null\b/, 'set it in a contract file'],
  [
    /\badd (column )?(if not exists )?\w+ (?!.*\b(default|generated)\b).*\bnot null\b/,
    'give the column a default',
  ],
  [/^create (or replace )?function/, 'functions have files of their own'],
  [/^(update|delete)\b/, 'change many rows in a file of batches'],
  [/\badd (constraint \w+ )?(foreign key|check)\b(?!.*not valid)/, 'add it as `not valid`'],
  [/^create (unique )?index (?!concurrently)/, 'create it in a concurrent file'],
];

/** The rules of decision 76 that a later migration breaks. */
export function brokenRulesOf(name: string, sql: string): string[] {
  const statements = statementsOf(sql).map(plain);
  if (name.endsWith('.batches.sql')) return batchRules(statements);
  if (name.endsWith('.concurrent.sql')) return concurrentRules(statements);
  if (name.endsWith('.contract.sql'))
    return /^-- Needs: \S+\.sql$/m.test(sql) ? [] : ['the line `-- Needs: <file>` is missing'];
  const created = statements.map((statement) => /^create table (\w+)/.exec(statement)?.[1]);
  return statements.flatMap((statement) =>
    // Nothing uses a table that the same file creates.
    created.some(
      (table) =>
        table && new RegExp(`^(create .*index .*on|alter table) ${table}\\b`).test(statement),
    )
      ? []
      : BREAKING.filter(([pattern]) => pattern.test(statement)).map(
          ([, instead]) => `${statement}: ${instead}`,
        ),
  );
}

function batchRules(statements: string[]): string[] {
  if (statements.length !== 1) return ['a file of batches has one statement'];
  return /\blimit \d+/.test(statements[0] ?? '') ? [] : ['a batch has a limit'];
}

/** After a crash, a file runs again from its beginning. */
function concurrentRules(statements: string[]): string[] {
  const made = statements.map(
    (each) => /^create (?:unique )?index concurrently (\w+)/.exec(each)?.[1],
  );
  return statements.flatMap((statement, at) => {
    if (/^drop index concurrently if exists \w+;/.test(statement)) return [];
    if (/^alter table \w+ validate constraint \w+;/.test(statement)) return [];
    const isRepeatable = statements
      .slice(0, at)
      .some(
        (each) =>
          made[at] !== undefined && each === `drop index concurrently if exists ${made[at]};`,
      );
    return isRepeatable ? [] : [`${statement}: drop the index before, if it exists`];
  });
}

function plain(statement: string): string {
  return statement.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
