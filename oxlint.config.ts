import { defineConfig } from 'oxlint';

interface Ban {
  regex: string;
  message: string;
}

function ban(regex: string, message: string): Ban {
  return { regex, message };
}

const web = ban(
  // From another workspace: bench/ has a folder of that name.
  '(^|\\.\\./)web/|^@roost/web',
  'The server never imports the web app: they meet in contract/ only.',
);
const server = ban(
  '(^|/)server/|^@roost/server',
  'The web app never imports the server: they meet in contract/ only.',
);
// "Neither zod nor a neighbour", in a dialect of patterns that has no "not".
const otherThanZod = ban(
  '^([^z.]|z[^o]|zo[^d]|zod[^/]|\\.\\.)',
  'The contract imports zod and itself only: every client is built on it.',
);

const kysely = ban(
  '^kysely',
  'Only *.queries.ts and server/src/platform/database touch Kysely: SQL stays where it is looked for.',
);
const fastify = ban(
  '^@?fastify',
  'Only *.routes.ts, server/src/platform/http and app.ts touch Fastify: operations know no HTTP.',
);
const sockets = ban(
  '^socket\\.io',
  'Only server/src/platform/sockets touches Socket.IO: everything else emits domain events.',
);
const routes = ban(
  '\\.routes\\.ts$',
  'Only app.ts and routes.ts import routes: nobody calls upward.',
);

/** The server's folders, from the bottom. Each may import those of the steps before it, and none of its own step. */
const serverOrder = [
  ['kernel', 'lib'],
  ['config'],
  ['platform'],
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
];

function above(folder: string, step: number): Ban {
  const forbidden = serverOrder
    .slice(step)
    .flat()
    .filter((other) => other !== folder);
  const lists = 'main|app|routes|subscriptions|jobs|sockets';
  return ban(
    `^(\\.\\./)+((${forbidden.join('|') || '-'})/|(${lists})\\.ts$)`,
    `server/src/${folder} is below that (ARCHITECTURE.md has the order): take it as an argument, emit an event that subscriptions.ts handles, or move the file.`,
  );
}

/** What each kind of file of each folder may not import. */
function serverBoundaries() {
  return serverOrder.flatMap((names, step) =>
    names.flatMap((name) => {
      const order = above(name, step);
      const files = (pattern: string) => [`server/src/${name}/${pattern}`];
      return [
        boundary(files('**/*.ts'), web, order, kysely, fastify, sockets, routes),
        ...(name === 'platform'
          ? [
              boundary(files('http/**/*.ts'), web, order, kysely, sockets, routes),
              boundary(files('sockets/**/*.ts'), web, order, kysely, fastify, routes),
              boundary(files('database/**/*.ts'), web, order, fastify, sockets, routes),
            ]
          : []),
        boundary(files('**/*.routes.ts'), web, order, kysely, sockets, routes),
        boundary(files('**/*.queries.ts'), web, order, fastify, sockets, routes),
        ...(name === 'posts'
          ? // The rule who sees what: a function and the SQL that says the same, side by side.
            [boundary(files('**/visibility.ts'), web, order, fastify, sockets, routes)]
          : []),
      ];
    }),
  );
}

const clock = {
  object: 'Date',
  property: 'now',
  message:
    'That clock can be set back: measure durations with performance.now(). A moment that is stored or compared with a stored one is wallClock() of lib/wall-clock.ts.',
};
const subscribing = ['useTable', 'onBroadcast', 'onQuestion', 'onPublished'].map((property) => ({
  property,
  message: 'Only server/src/subscriptions.ts subscribes: there one sees everything that reacts.',
}));

const screens = ban(
  '/(screens|shell)/',
  'Screens put features together: nothing below may know them.',
);
const features = ban(
  '/features/',
  'ui and lib are below the features: they take what they need as parameters.',
);
const ui = ban('/ui/', 'lib is below ui: it draws nothing.');
const wire = ban('^@roost/contract', 'ui knows no product words: give it plain props.');

const pages = ban(
  '(^|/)pages\\.ts$',
  'pages.ts lists the screens: what a screen contains must not know the list. Take a path from paths.ts.',
);

/** Each feature may import those to its left; those of one step never import each other. */
const featureOrder = [
  ['auth'],
  ['users'],
  ['media'],
  ['compose'],
  ['posts', 'chat'],
  ['search', 'notifications', 'calls', 'billing', 'settings'],
];

function rightOf(feature: string, step: number): Ban {
  const forbidden = featureOrder
    .slice(step)
    .flat()
    .filter((other) => other !== feature);
  return ban(
    `^(\\.\\./)+(${forbidden.join('|')})/`,
    'Features import only to their left (auth, users, media, compose, posts and chat, the rest); a screen puts others together through slots.',
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
    // Spreading a string to count or cut its code points is meant.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],

    // The wire spells ids `_id`.
    'no-underscore-dangle': 'off',
    // At every edge something unknown is told its type once; there is no other way to say it.
    'typescript/no-unsafe-type-assertion': 'off',
    // Any object, with nothing known of it, is what these types mean.
    'typescript/no-generated-empty-object-type': 'off',
    // `pg.Client` and the like: a CommonJS package has its names on the default export.
    'import/no-named-as-default-member': 'off',
    // Style sheets and polyfills are imported for what they do.
    'import/no-unassigned-import': 'off',
    // `(text) => text` beside a schema named text hides nothing anybody looks for.
    'no-shadow': 'off',
    // Sorting a list just made copies nothing away; a helper may stand where it is read.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: ['{contract,server,bench,tools,e2e}/**/*.ts'],
      // Types count: who reads a cycle of types goes in circles, too.
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    boundary(['contract/src/**/*.ts'], otherThanZod),

    {
      files: ['server/src/**/*.ts', 'web/src/**/*.ts', 'web/src/**/*.tsx'],
      excludeFiles: ['**/lib/wall-clock.ts', '**/*.test.ts', '**/*.test.tsx'],
      rules: { 'no-restricted-properties': ['error', clock] },
    },
    {
      files: ['server/src/**/*.ts'],
      excludeFiles: ['server/src/subscriptions.ts', '**/lib/wall-clock.ts', '**/*.test.ts'],
      rules: { 'no-restricted-properties': ['error', clock, ...subscribing] },
    },

    // A later match replaces an earlier one whole, so each kind of file lists all that binds it.
    boundary(['server/src/*.ts'], web, kysely, fastify, sockets, routes),
    boundary(['server/src/app.ts'], web, kysely, sockets),
    boundary(['server/src/routes.ts'], web, kysely, fastify, sockets),
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
        // The JSX runtime in use needs no React in scope.
        'react/react-in-jsx-scope': 'off',
      },
    },
    {
      // Nobody can read, test or load one file of a cycle alone. Types count too.
      files: ['web/src/**/*.{ts,tsx}'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    boundary(['web/src/**/*.{ts,tsx}'], server),
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
