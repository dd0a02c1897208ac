// Longer than 300 lines, because oxlint reads its rules from one file, and a test lints with a copy of it.
import { defineConfig } from 'oxlint';

interface Ban {
  regex: string;
  message: string;
  allowTypeImports?: boolean;
  allowImportNames?: string[];
}

function ban(regex: string, message: string): Ban {
  return { regex, message };
}

const web = ban(
  // `./web/` is allowed, because bench/ may have a folder of that name.
  '(^|\\.\\./)web/|^@roost/web',
  'The server never imports the web app. They share only contract/.',
);
const server = ban(
  '(^|/)server/|^@roost/server',
  'The web app never imports the server. They share only contract/.',
);
// Matches everything except `zod`, `zod/…` and `./…`. The regular expressions of oxlint have no negative look-ahead.
const otherThanZod = ban(
  '^([^z.]|z[^o]|zo[^d]|zod[^/]|\\.\\.)',
  'The contract imports zod and itself only, because every client contains it.',
);

const kysely = ban(
  '^kysely',
  'Only *.queries.ts and server/src/platform/database touch Kysely, so that all SQL is in these files.',
);
const fastify = ban(
  '^@?fastify',
  'Only *.routes.ts and server/src/platform/http touch Fastify. Operations know no HTTP.',
);
const sockets = ban(
  '^@?socket\\.io',
  'Only server/src/platform/sockets touches Socket.IO. Other code emits domain events.',
);
const routes = ban(
  '\\.routes\\.ts$',
  'Only app.ts and routes.ts import routes. Operations never call routes.',
);

const connects =
  'Only the files that oxlint.config.ts lists open connections (decision 81). For an address that a member named, use platform/http/outgoing.';
function connectionBy(regex: string, ...allowImportNames: string[]): Ban {
  const allowed = allowImportNames.length > 0 ? { allowImportNames } : {};
  return { ...ban(regex, connects), allowTypeImports: true, ...allowed };
}

/** What opens connections. */
const clients = {
  node: connectionBy(
    '^(node:)?(https?|http2|net|tls|dgram|dns)(/|$)',
    'createServer',
    'isIP',
    'isIPv4',
    'STATUS_CODES',
  ),
  // The packages that dependencies bring, and others that somebody might add.
  http: connectionBy('^(undici|ws|axios|got|ky|node-fetch)(/|$)'),
  postgres: connectionBy('^pg$'),
  redis: connectionBy('^ioredis'),
  objectStore: connectionBy('^@aws-sdk/'),
  mail: connectionBy('^nodemailer'),
  collector: connectionBy('^@opentelemetry/exporter-'),
};
const noClients = Object.values(clients);

/** The files of server/src that open connections, and by what. Decision 81 says to where. */
const connecting: [files: string, ...(keyof typeof clients)[]][] = [
  ['platform/http/outgoing/**/*.ts', 'node'],
  ['platform/database/**/*.ts', 'postgres'],
  ['platform/database/connection/socket-client.ts', 'postgres', 'node'],
  ['platform/jobs/job-lease.ts', 'postgres'],
  ['auth/session-cache/report-listener.ts', 'postgres'],
  ['platform/cluster/redis.ts', 'redis'],
  ['platform/storage/s3-storage.ts', 'objectStore'],
  ['platform/backup/s3-target.ts', 'objectStore'],
  ['platform/mail/mailer.ts', 'mail'],
  ['platform/traces/open-telemetry.ts', 'collector'],
];
/** These use the global `fetch`. */
const fetching = ['server/src/billing/provider/**/*.ts'];

/** The server's folders, from the bottom. A folder may import only the folders of lower steps. */
const serverOrder = [
  ['kernel', 'lib'],
  ['config'],
  ['platform'],
  ['site'],
  ['auth'],
  ['users'],
  ['relations'],
  ['event-log'],
  ['media'],
  ['posts'],
  ['reactions', 'reposts', 'feed', 'search', 'presence'],
  ['notifications'],
  ['chat'],
  ['calls', 'billing', 'moderation', 'pages'],
  ['push'],
  ['personal-data', 'admin'],
];

function above(folder: string, step: number): Ban {
  const forbidden = serverOrder
    .slice(step)
    .flat()
    .filter((other) => other !== folder);
  const lists = 'main|app|routes|subscriptions|jobs|sockets';
  return ban(
    `^(\\.\\./)+(server/)?(src/)?((${forbidden.join('|') || '-'})/|(${lists})\\.ts$)`,
    `server/src/${folder} is below that folder (ARCHITECTURE.md has the order). Take an argument, emit an event that subscriptions.ts handles, or move the file.`,
  );
}

/** Returns the forbidden imports of each folder and of each kind of file in it. */
function serverBoundaries() {
  return serverOrder.flatMap((names, step) =>
    names.flatMap((name) => {
      const order = above(name, step);
      const closed = (pattern: string, ...bans: Ban[]) =>
        boundary([`server/src/${name}/${pattern}`], web, order, ...bans, ...noClients);
      return [
        closed('**/*.ts', kysely, fastify, sockets, routes),
        ...(name === 'platform'
          ? [
              closed('http/**/*.ts', kysely, sockets, routes),
              closed('sockets/**/*.ts', kysely, fastify, routes),
              closed('database/**/*.ts', fastify, sockets, routes),
            ]
          : []),
        closed('**/*.routes.ts', kysely, sockets, routes),
        closed('**/*.queries.ts', fastify, sockets, routes),
        // This file has the visibility rule twice, as a function and as SQL.
        ...(name === 'posts' ? [closed('**/visibility.ts', fastify, sockets, routes)] : []),
        ...connectingBoundaries(name, order),
      ];
    }),
  );
}

/** The files of a folder that open connections may do so by their own clients, and by no others. */
function connectingBoundaries(name: string, order: Ban) {
  return connecting
    .filter(([path]) => path.startsWith(`${name}/`))
    .map(([path, ...own]) => {
      const others = noClients.filter((each) => !own.some((client) => clients[client] === each));
      const sql = path.startsWith('platform/database/') ? [] : [kysely];
      const bans = [web, order, ...sql, fastify, sockets, routes, ...others];
      return boundary([`server/src/${path}`], ...bans);
    });
}

const clock = {
  object: 'Date',
  property: 'now',
  message:
    'An administrator can set this clock back. Measure durations with performance.now(). Use wallClock() of lib/wall-clock.ts for times that are stored, or compared with a stored time.',
};
const globalFetch = {
  object: 'globalThis',
  property: 'fetch',
  message: connects,
};
const subscribing = [
  'useTable',
  'onBroadcast',
  'onQuestion',
  'onPublished',
  'onJoined',
  'onGone',
  'onMissed',
  'onReturned',
].map((property) => ({
  property,
  message: 'Only server/src/subscriptions.ts subscribes, so that one file shows all reactions.',
}));

const screens = ban(
  '/(screens|shell)/',
  'Screens put features together. Code below them must not import them.',
);
const features = ban(
  '/features/',
  'ui and lib are below the features. They take what they need as parameters.',
);
const ui = ban('/ui/', 'lib is below ui. It draws nothing.');
const wire = ban('^@roost/contract', 'ui knows no product words. Give it plain props.');

const pages = ban(
  '(^|/)pages\\.ts$',
  'pages.ts imports all screens, so parts of a screen must not import it. Take a path from paths.ts.',
);

/** The web's features, from the bottom. A feature may import only the features of lower steps. */
const featureOrder = [
  ['auth'],
  ['users'],
  ['media'],
  ['compose'],
  ['posts', 'chat'],
  ['search', 'notifications', 'calls', 'billing', 'settings'],
  ['moderation', 'admin', 'welcome'],
];

function rightOf(feature: string, step: number): Ban {
  const forbidden = featureOrder
    .slice(step)
    .flat()
    .filter((other) => other !== feature);
  return ban(
    `^(\\.\\./)+(web/)?(src/)?(features/)?(${forbidden.join('|')})/`,
    'Features import only to their left (auth, users, media, compose, posts and chat, the rest, moderation and admin). A screen connects other features through slots.',
  );
}

function boundary(files: string[], ...patterns: Ban[]) {
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] },
  };
}

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    // Some code spreads a string to count or cut its code points.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],

    // Ids on the wire are named `_id`.
    'no-underscore-dangle': 'off',
    // Code at an edge may cast an unknown value once.
    'typescript/no-unsafe-type-assertion': 'off',
    // `{}` types mean any object here.
    'typescript/no-generated-empty-object-type': 'off',
    // A CommonJS package such as `pg` has its names on the default export, as in `pg.Client`.
    'import/no-named-as-default-member': 'off',
    // Files import style sheets and polyfills only for their effects.
    'import/no-unassigned-import': 'off',
    // A short function may reuse an outer name, such as `(text) => …` beside a schema named `text`.
    'no-shadow': 'off',
    // Code may sort or reverse a list that it has just made, and define a helper near its use.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: ['{contract,server,web,bench,tools,e2e}/**/*.{ts,tsx}'],
      // Type imports count, because cycles confuse readers too.
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    {
      // A type `import('kysely').Kysely` would evade the rules below.
      files: ['{contract,server,bench,tools,e2e,web/src}/**/*.{ts,tsx}'],
      rules: { 'typescript/consistent-type-imports': 'error' },
    },
    boundary(['contract/src/**/*.ts'], otherThanZod),

    {
      files: ['server/src/**/*.ts', 'web/src/**/*.ts', 'web/src/**/*.tsx'],
      excludeFiles: ['**/lib/wall-clock.ts', '**/*.test.ts', '**/*.test.tsx'],
      rules: { 'no-restricted-properties': ['error', clock] },
    },
    {
      files: ['server/src/**/*.ts'],
      // platform/cluster implements these functions.
      excludeFiles: [
        'server/src/subscriptions.ts',
        'server/src/platform/cluster/**',
        '**/lib/wall-clock.ts',
        '**/*.test.ts',
      ],
      rules: { 'no-restricted-properties': ['error', clock, ...subscribing, globalFetch] },
    },
    {
      files: ['server/src/**/*.ts'],
      excludeFiles: [...fetching, '**/*.test.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: connects })),
        ],
      },
    },

    // A later match replaces all patterns of an earlier one. So each entry lists all patterns for its files.
    boundary(['server/src/*.ts'], web, kysely, fastify, sockets, routes, ...noClients),
    boundary(['server/src/app.ts'], web, kysely, fastify, sockets, ...noClients),
    boundary(['server/src/routes.ts'], web, kysely, fastify, sockets, ...noClients),
    ...serverBoundaries(),
    boundary(['server/test/**/*.ts', 'server/src/**/*.test.ts'], web),
    boundary(['bench/**/*.ts'], web, routes),

    {
      files: ['web/{src,test,dev}/**/*.{ts,tsx}'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        // The JSX runtime of this app needs no React in scope.
        'react/react-in-jsx-scope': 'off',
      },
    },
    boundary(['web/{src,test,dev,build}/**/*.{ts,tsx}'], server),
    boundary(['web/src/screens/**/*.{ts,tsx}'], server, pages),
    boundary(['web/src/ui/**/*.{ts,tsx}'], server, screens, pages, features, wire),
    boundary(['web/src/lib/**/*.{ts,tsx}'], server, screens, pages, features, ui),
    ...featureOrder.flatMap((names, step) =>
      names.map((name) =>
        boundary(
          [`web/src/features/${name}/**/*.{ts,tsx}`],
          server,
          screens,
          pages,
          rightOf(name, step),
        ),
      ),
    ),
    { files: ['contract/src/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
  ],
});
