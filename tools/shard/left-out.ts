interface LeftOut {
  file: string;
  /** The titles of its tests. Without them, the whole file is left out. */
  tests?: string[];
  reason: string;
}

const PLANS =
  'It reads a plan of PostgreSQL. The coordinator of a Citus has another one, and the plans of the workers depend on the shards.';
const COUNT =
  'It counts the statements of a page of posts on one machine. On shards a page takes more (docs/scaling.md).';

/** The tests that make no sense on a sharded database. `npm run test:shard` names each one, and fails for one that does not exist. */
export const leftOut: LeftOut[] = [
  {
    file: 'tools/seed/scale/scale.test.ts',
    reason:
      'The large demo joins tables of different keys, so it is for one machine (docs/scaling.md).',
  },
  { file: 'server/src/notifications/notification-plans.test.ts', reason: PLANS },
  { file: 'server/test/system/clean-up-plans.test.ts', reason: PLANS },
  {
    file: 'server/src/notifications/groups/groups.test.ts',
    tests: ['with every filter, a late page reads only its own rows by index'],
    reason: PLANS,
  },
  {
    file: 'server/src/moderation/counted/count-person.test.ts',
    tests: ['a person with many likes, and many comments under one post, is counted in batches'],
    reason:
      'A run ends after 3 s and goes on as a job, which this test does not run. On shards these 450 likes can take longer.',
  },
  {
    file: 'server/src/moderation/counted/count-person.test.ts',
    tests: ['a long run continues in another job, from where it stopped'],
    reason: 'It counts how often the run reads the clock. The checks of the workers read it too.',
  },
  {
    file: 'server/src/auth/sessions/sessions.test.ts',
    tests: ['a thousand tokens are unique and have no bias in their bits'],
    reason:
      'It opens a thousand sessions one after the other to look at their tokens, which are made without a database.',
  },
  {
    file: 'server/src/posts/comments/large-threads.test.ts',
    tests: ['of ten thousand comments takes few rows, constant statements and an index'],
    reason: PLANS,
  },
  {
    file: 'server/src/reactions/reacted-posts.test.ts',
    tests: ['take the same statements for one row and for fifty, by index'],
    reason: COUNT,
  },
  {
    file: 'server/src/platform/database/query.test.ts',
    tests: ['PostgreSQL plans a statement once, also for a short list of ids'],
    reason:
      'Connections to a Citus do not set the plan mode, because the coordinator plans a batch each time.',
  },
  {
    file: 'tools/backup/external-database.test.ts',
    tests: [
      'an external PostgreSQL needs pg_dump, and an error says what to install',
      'a manifest that cannot be read stops no backup, and its files stay as they are',
      'a backup that lost its lock in the database writes no manifest',
      'a clean-up that fails keeps the first error',
      'a restore that is stopped leaves everything empty',
    ],
    reason:
      'The command refuses a distributed database before it looks for pg_dump (docs/scaling.md).',
  },
  {
    file: 'server/test/system/sharded-reads.test.ts',
    tests: ['reads with the statements for shards have the same answers'],
    reason:
      'It sends the statements for shards and those for one machine to one PostgreSQL, and compares them.',
  },
];

/** The files that have no other tests. */
export const leftOutFiles = leftOut.filter(({ tests }) => !tests).map(({ file }) => file);

export function reasonToLeaveOut(file: string, title: string): string | undefined {
  return leftOut.find((each) => each.file === file && each.tests?.includes(title))?.reason;
}
