// Breaks the rule of who sees what, in one read path after the other, and expects that the sweep turns red. It works in a copy of the
// sources. Run it after changes to the sweep: `node tools/sweep-mutants.ts [PARTS OF NAMES]`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Mutant {
  name: string;
  /** File, text and replacement. Each text must be there. All its places are replaced. */
  edits: [string, string, string][];
  /** The sources that must be among the findings. Without them, any finding counts. */
  sources?: string[];
}

const src = 'server/src/';
const visibility = `${src}posts/visibility.ts`;
const noBlocks: Mutant['edits'] = [
  [
    visibility,
    'if (post.hidden_if_blocked_ids.some((id) => viewer.isBlocked(id))) return false;',
    '',
  ],
  [
    visibility,
    'sql<boolean>`author_id not in (select id from hidden) and not ${isHidden(sql`author_id`)}',
    'sql<boolean>`true',
  ],
];
const noAudience: Mutant['edits'] = [
  [visibility, "post.visibility === 'public' ||", 'true ||'],
  [
    visibility,
    "and (visibility = 'public' or author_id = ${viewerId} or author_id in (select id from followed))",
    '',
  ],
];
const showAll: Mutant['edits'] = [...noBlocks, ...noAudience];

const mutants: Mutant[] = [
  {
    name: 'posts in every list, page, action and notification',
    edits: showAll,
    sources: [
      'GET /api/posts/:postId',
      'GET /api/posts/:postId/comments',
      'GET /api/posts/:postId/ancestors',
      'GET /api/posts/user/:userId',
      'GET /api/posts/user/:userId/comments',
      'GET /api/posts/search',
      'GET /api/posts/feed',
      'a document',
      'like',
      'comment',
      'repost',
    ],
  },
  { name: 'posts across a block', edits: noBlocks },
  { name: 'posts for followers', edits: noAudience },
  {
    name: 'the page of a post',
    edits: [[`${src}posts/load-post.ts`, 'if (!canSee(post, viewer)) throw', 'if (!post) throw']],
  },
  {
    name: 'posts that moderators withheld',
    edits: [
      [
        visibility,
        "(post.withheld_as === 'hidden' && post.author_id === viewerId)",
        "(post.withheld_as === 'hidden')",
      ],
      [
        visibility,
        "(withheld_as = 'hidden' and author_id = ${viewerId})",
        "(withheld_as = 'hidden')",
      ],
    ],
  },
  {
    name: 'deleted posts',
    edits: [
      [visibility, 'return !post.deleted_at ||', 'return true ||'],
      [visibility, '(deleted_at is null or', '(true or'],
    ],
  },
  {
    name: 'the parent of a comment and empty places',
    edits: [
      [
        `${src}posts/hydration/hydrated-posts.ts`,
        'return isThere && canSee(row, this.#relationships) ? row : undefined;',
        'return row;',
      ],
    ],
  },
  {
    name: 'posts with a hashtag',
    edits: [
      ...showAll,
      [
        `${src}search/hashtag.queries.ts`,
        'and author_id not in (select id from hidden) and not ${isHidden(sql`author_id`)}',
        '',
      ],
      [`${src}search/hashtag.queries.ts`, "and visibility = 'public' order", 'order'],
    ],
    sources: ['GET /api/posts/hashtag/:tag'],
  },
  {
    name: 'hashtags of posts for followers',
    edits: [
      [`${src}platform/database/functions/tags-like.sql`, "hashtag.visibility = 'public' and", ''],
    ],
    sources: ['GET /api/search/hashtags'],
  },
  {
    name: 'cards of people across a block',
    edits: [
      [
        `${src}users/present-users.ts`,
        'return relationship.blocks || relationship.blocked_by;',
        'return false;',
      ],
    ],
  },
  {
    name: 'the profile across a block',
    edits: [
      [
        `${src}users/present-users.ts`,
        'if (isBlocked(person)) return { ...presentName(ctx, user), ...flags };',
        '',
      ],
    ],
    sources: ['GET /api/users/getuser/:username'],
  },
  {
    name: 'lists of follows across a block',
    edits: [
      [`${src}relations/list-follows.ts`, 'return !isBlocked(person) &&', 'return'],
      [`${src}users/present-users.ts`, 'return person && !isBlocked(person) ?', 'return person ?'],
    ],
  },
  {
    name: 'suspended people',
    edits: [
      [
        `${src}users/hidden-user.queries.ts`,
        'exists (select from hidden_users where hidden_users.user_id = ${id} and until > now())',
        'false',
      ],
      [
        `${src}users/hidden-user.queries.ts`,
        'where user_id = any(${ids}::uuid[]) and until > now()',
        'where user_id = any(${ids}::uuid[]) and false',
      ],
    ],
  },
  {
    name: 'notifications of posts',
    edits: [
      [`${src}notifications/present-notifications.ts`, 'canSee(post, relationships) ?', 'post ?'],
      [
        `${src}notifications/present-notifications.ts`,
        'return person && !isBlocked(person) ? person : undefined;',
        'return person;',
      ],
    ],
  },
  {
    name: 'files of posts',
    edits: [
      [
        `${src}posts/access/may-see-media.ts`,
        'return (await findVisiblePosts(ctx, [media.post_id])).has(media.post_id);',
        'return true;',
      ],
      [
        `${src}media/serving/media-links.ts`,
        '`${path} ${viewerId} ${expires}`',
        '`${path} ${expires}`',
      ],
    ],
  },
  {
    name: 'messages of others',
    edits: [
      [`${src}chat/messages/message.queries.ts`, ' and ${userId} in (low_id, high_id)', ''],
      [
        `${src}chat/messages/list-messages.ts`,
        '[id, found.otherId]',
        '[id, found.otherId, ...found.rows.map((row) => row.sender_id)]',
      ],
      [
        `${src}chat/conversations/membership.queries.ts`,
        'const own = this.of(viewerId, id);\n    const other = own && this.of(own.other_id, id);',
        'const own = this.of(viewerId, id) ?? this.of(senderId, id);\n    const other = own && this.of(own.other_id, id);',
      ],
    ],
  },
  {
    name: 'sessions of others',
    edits: [
      [
        `${src}auth/sessions/session.queries.ts`,
        ".where('user_id', '=', userId)\n    .where('expires_at'",
        ".where('expires_at'",
      ],
    ],
    sources: ['GET /api/auth/sessions'],
  },
  {
    name: 'reports of others',
    edits: [
      [
        `${src}moderation/reports/report.queries.ts`,
        'where reporter_id = ${reporterId} and',
        'where',
      ],
    ],
    sources: ['GET /api/reports/mine'],
  },
  {
    name: 'the desk of the moderators',
    edits: [[`${src}platform/http/route.ts`, '!hasRole(viewer.role, endpoint.staff)', 'false']],
  },
  {
    name: 'private notes',
    edits: [
      [
        `${src}users/user.queries.ts`,
        'where author_id = ${viewerId} and about_id',
        'where about_id',
      ],
    ],
    sources: ['GET /api/users/getuser/:username'],
  },
  {
    name: 'cursors that are only encoded',
    edits: [
      [
        `${src}platform/http/paging/cursors.ts`,
        'return encrypt(padded, this.#keyOf(viewerId, list), this.#nonces.next());',
        "return padded.toString('base64url');",
      ],
      [
        `${src}platform/http/paging/cursors.ts`,
        'const text = decrypt(cursor, this.#keyOf(viewerId, list));',
        "const text = Buffer.from(cursor, 'base64url');",
      ],
    ],
  },
];

const root = resolve(import.meta.dirname, '..');
// Beside the sources, because the packages are hard links. The workers of media may read only real files there.
const copy = mkdtempSync(`${root}-mutants-`);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  'server',
  'contract',
  'web',
  'tools',
  '.words',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
])
  if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
spawnSync('cp', ['-al', join(root, 'node_modules'), copy]);

interface Outcome {
  isRed: boolean;
  sources: string[];
  text: string;
}

function sweep(isLong: boolean): Outcome {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=server',
      'server/test/system/canary-sweep.test.ts',
    ],
    {
      cwd: copy,
      encoding: 'utf8',
      env: {
        ...process.env,
        SWEEP_COUNT: '6000',
        SWEEP_SEED: '1',
        SWEEP_REPORT: report,
        SWEEP_MAX_FINDINGS: isLong ? '1000' : '1',
      },
    },
  );
  if (!existsSync(report)) return { isRed: false, sources: [], text: stdout + stderr };
  const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: string[] };
  const sources = findings.map((finding) => / by (.+?) \(/.exec(finding)?.[1] ?? '');
  return { isRed: findings.length > 0, sources: [...new Set(sources)], text: findings[0] ?? '' };
}

const wanted = process.argv.slice(2);
const isWanted = ({ name }: Mutant) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));
let failures = 0;
for (const { name, edits, sources = [] } of mutants.filter(isWanted)) {
  const before = new Map(edits.map(([file]) => [file, readFileSync(join(copy, file), 'utf8')]));
  for (const [file, from, to] of edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    writeFileSync(
      join(copy, file),
      text.replaceAll(from, () => to),
    );
  }
  const outcome = sweep(sources.length > 0);
  for (const [file, text] of before) writeFileSync(join(copy, file), text);
  const missing = sources.filter((source) => !outcome.sources.includes(source));
  const isCaught = outcome.isRed && missing.length === 0;
  if (!isCaught) failures += 1;
  console.log(`${isCaught ? 'red' : 'NOT RED'}: ${name} [${outcome.sources.join(', ')}]`);
  if (missing.length > 0) console.log(`  without ${missing.join(', ')}`);
  console.log(
    `  ${outcome.isRed ? outcome.text.slice(0, 300).replaceAll('\n', ' ') : outcome.text}`,
  );
}
process.exit(failures > 0 ? 1 : 0);
