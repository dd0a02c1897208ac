import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { v7 as newId } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { finishVideoJob } from '../../server/src/media/media.jobs.ts';
import { addJob } from '../../server/src/platform/jobs/add-job.ts';
import { startAppForFile } from '../../server/test/support/app.ts';
import { breakAudit, entriesOf } from '../../server/test/support/audit.ts';
import { castOf, join } from '../../server/test/support/cast.ts';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { withTotp } from '../../server/test/support/factors.ts';
import { ageFiles, fileOf, noise, upload } from '../../server/test/support/media.ts';
import { commands } from './commands.ts';
import { commandsBeside } from './test-commands.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: url });
const { alice } = await castOf(app);
const { run, refused } = commandsBeside(app, url);
const { db } = app.ctx;

/** A word in every text that the operator writes here. */
const CANARY = 'xyzzy';

let people = 0;
async function somebody(): Promise<string> {
  return (await join(app, `person${(people += 1)}`)).username;
}

async function pending(): Promise<string> {
  const { id, username } = await join(app, `person${(people += 1)}`);
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await db
    .insertInto('hidden_users')
    .values({ user_id: id, reason: 'pending' } as never)
    .execute();
  return username;
}

async function orphan(): Promise<void> {
  const { _id } = await upload(alice, await fileOf('picture.png', noise(50, 50).png()));
  await db.deleteFrom('media').where('id', '=', _id).execute();
  await ageFiles(app, _id);
}

async function rulesFile(): Promise<string> {
  const file = joinPath(app.dataFolder, 'rules.txt');
  await writeFile(file, `Be ${CANARY}.`);
  return file;
}

async function jobId(): Promise<string> {
  await addJob(app.ctx, finishVideoJob, { id: newId() }, { at: new Date(Date.now() + 3_600_000) });
  const { jobs } = await run<{ jobs: { id: number }[] }>('jobs', 'list');
  return String(jobs[0]?.id);
}

/** Prepares a call of each command that changes something, and returns its words. */
const changes: Record<string, () => Promise<string[]>> = {
  promote: async () => ['promote', await somebody()],
  invite: async () => ['invite'],
  'invites delete': async () => ['invites', 'delete', (await run<{ _id: string }>('invite'))._id],
  'people approve': async () => ['people', 'approve', await pending()],
  'people refuse': async () => ['people', 'refuse', await pending()],
  suspend: async () => ['suspend', await somebody(), '--note', CANARY, '--message', CANARY],
  ban: async () => ['ban', await somebody(), '--note', CANARY, '--message', CANARY],
  async unsuspend() {
    const username = await somebody();
    await run('suspend', username);
    return ['unsuspend', username, '--message', CANARY];
  },
  erase: async () => ['erase', await somebody()],
  'reset-password': async () => ['reset-password', await somebody(), '--print'],
  async 'reset-second-factor'() {
    const person = await join(app, `person${(people += 1)}`);
    await withTotp(app, person);
    return ['reset-second-factor', person.username];
  },
  'site set': async () => ['site', 'set', 'rules', await rulesFile()],
  'blocks add': async () => ['blocks', 'add', `${CANARY}.example`],
  async 'blocks remove'() {
    await run('blocks', 'add', `${CANARY}.test.example`);
    return ['blocks', 'remove', `${CANARY}.test.example`];
  },
  recount: async () => ['recount'],
  async 'media clean'() {
    await orphan();
    return ['media', 'clean'];
  },
  rotate: async () => ['rotate', 'cursor-key'],
  'jobs retry': async () => ['jobs', 'retry', await jobId()],
};

/** Calls of the commands that only read. */
const reads: Record<string, string[]> = {
  'people list': ['people', 'list'],
  'people show': ['people', 'show', 'alice'],
  'invites list': ['invites', 'list'],
  'site get': ['site', 'get'],
  'blocks list': ['blocks', 'list'],
  'media check': ['media', 'check'],
  'jobs list': ['jobs', 'list'],
};

test('this file has a call of each command', () => {
  const known = [...Object.keys(changes), ...Object.keys(reads)];
  expect(known.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

test.each(Object.entries(changes))('%s writes what the operator did', async (_, prepare) => {
  const words = await prepare();
  const entries = await entriesOf(app.ctx, async () => run(...words));
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toMatchObject({ by: 'operator', actorId: null });
  expect(JSON.stringify(entries)).not.toContain(CANARY);
});

test('a mailed reset has an entry too, and texts of the site have none in it', async () => {
  const username = await somebody();
  const [mailed] = await entriesOf(app.ctx, async () => run('reset-password', username));
  expect(mailed?.action).toBe('user.resetLinkMailed');
  const [named] = await entriesOf(app.ctx, async () => run('site', 'set', 'name', CANARY));
  expect(named).toMatchObject({ action: 'site.changed', after: { name: { characters: 5 } } });
});

const dry = commands.filter(({ isDestructive }) => isDestructive).map(({ name }) => name);

test.each(dry)('%s --dry-run writes nothing', async (name) => {
  const words = (await changes[name]?.()) ?? [];
  expect(await entriesOf(app.ctx, async () => run(...words, '--dry-run'))).toEqual([]);
});

test.each(Object.entries(reads))('%s writes nothing', async (_, words) => {
  expect(await entriesOf(app.ctx, async () => run(...words))).toEqual([]);
});

test.each(Object.entries(changes))(
  '%s fails if its entry cannot be written',
  async (_, prepare) => {
    const words = await prepare();
    await breakAudit(app.ctx, true);
    onTestFinished(async () => breakAudit(app.ctx, false));
    expect(await refused(...words)).toContain('broken');
  },
);
