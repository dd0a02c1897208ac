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
  'Only *.queries.ts and server/src/db touch Kysely: SQL stays where it is looked for.',
);
const fastify = ban(
  '^@?fastify',
  'Only *.routes.ts, server/src/http and app.ts touch Fastify: operations know no HTTP.',
);
const sockets = ban(
  '^socket\\.io',
  'Only server/src/realtime touches Socket.IO: everything else emits domain events.',
);
const routes = ban('\\.routes\\.ts$', 'Only app.ts imports routes: nobody calls upward.');

const screens = ban(
  '/(screens|shell)/',
  'Screens put features together: nothing below may know them.',
);
const features = ban(
  '/features/',
  'ui and lib are below the features: they take what they need as parameters.',
);
const wire = ban('^@roost/contract', 'ui knows no product words: give it plain props.');

/** Each feature may import those to its left; those of one step never import each other. */
const featureOrder = [
  ['auth'],
  ['users'],
  ['posts'],
  ['search', 'notifications', 'chat', 'calls', 'subscription', 'settings'],
];

function rightOf(feature: string, step: number): Ban {
  const forbidden = featureOrder
    .slice(step)
    .flat()
    .filter((other) => other !== feature);
  return ban(
    `^(\\.\\./)+(${forbidden.join('|')})/`,
    'Features import only to their left (auth, users, posts, the rest); a screen puts others together through slots.',
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
    boundary(['contract/src/**/*.ts'], otherThanZod),

    // A later match replaces an earlier one whole, so each kind of file lists all that binds it.
    boundary(['server/src/**/*.ts'], web, kysely, fastify, sockets, routes),
    boundary(
      ['server/src/http/**/*.ts', 'server/src/**/*.routes.ts'],
      web,
      kysely,
      sockets,
      routes,
    ),
    boundary(['server/src/app.ts'], web, kysely, sockets),
    boundary(['server/src/realtime/**/*.ts'], web, kysely, fastify, routes),
    boundary(
      ['server/src/db/**/*.ts', 'server/src/**/*.queries.ts'],
      web,
      fastify,
      sockets,
      routes,
    ),
    // The rule who sees what: a function and the SQL that says the same, side by side.
    boundary(['server/src/posts/visibility.ts'], web, fastify, sockets, routes),
    boundary(['server/test/**/*.ts', 'server/src/**/*.test.ts'], web),
    boundary(['bench/**/*.ts'], web, routes),

    {
      files: ['web/src/**/*.{ts,tsx}'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        // The JSX runtime in use needs no React in scope.
        'react/react-in-jsx-scope': 'off',
      },
    },
    boundary(['web/src/**/*.{ts,tsx}'], server),
    boundary(['web/src/ui/**/*.{ts,tsx}'], server, screens, features, wire),
    boundary(['web/src/lib/**/*.{ts,tsx}'], server, screens, features),
    ...featureOrder.flatMap((names, step) =>
      names.map((name) =>
        boundary([`web/src/features/${name}/**/*.{ts,tsx}`], server, screens, rightOf(name, step)),
      ),
    ),
    { files: ['contract/src/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
  ],
});
