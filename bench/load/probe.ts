// Runs inside the measured server. Carries out the orders that need access to its process.
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Probing } from './orders.ts';

interface Pg {
  Client: { prototype: { query: (...given: unknown[]) => unknown } };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: object) => void;
const inspector = new Session();
let statements = 0;

const carriers: { [Name in keyof Probing]: (order: Parameters<Probing[Name]>[0]) => unknown } = {
  // A full collection also returns free memory to the system.
  collect: () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  statements: () => statements,
  async beginProfile() {
    inspector.connect();
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.start');
  },
  async endProfile({ file }) {
    const { profile } = await inspector.post('Profiler.stop');
    inspector.disconnect();
    await writeFile(file, JSON.stringify(profile));
  },
};

process.on('message', ({ name, order }: { name: keyof Probing; order: never }) => {
  void Promise.resolve()
    .then(() => carriers[name](order))
    .then(
      (answer) => process.send?.({ answer: answer ?? null }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
});

// The floor server has no database module.
if (process.argv[1]?.endsWith('server/src/main.ts')) {
  const { prototype } = (
    createRequire(new URL('../../server/package.json', import.meta.url))('pg') as Pg
  ).Client;
  const { query } = prototype;
  prototype.query = function counted(this: unknown, ...given: unknown[]) {
    statements += 1;
    return query.apply(this, given);
  };
}
