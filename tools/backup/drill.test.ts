import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loginSecond } from '@roost/contract/factors';
import * as auth from '@roost/contract/auth';
import * as posts from '@roost/contract/posts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { join as joinRoost, PASSWORD } from '../../server/test/support/cast.ts';
import { codeOf, withTotp } from '../../server/test/support/factors.ts';
import { fileOf, noise, pathOf, postWith } from '../../server/test/support/media.ts';
import { Refusal, type TestClient } from '../../server/test/support/test-client.ts';
import { backUp, type Made } from './back-up.ts';
import { makeKey, readKey } from './key-file.ts';
import { readManifest } from './manifest.ts';
import { restore, type RestoreOptions } from './restore.ts';
import { letRead, openFolder, removeFolder, settingsFor, startRoost, type TestRoost } from './test-roost.ts';

// A drill: back up a running Roost, destroy it, restore it, and look for everything. Then for one moment between two writes.

const folders: string[] = [];
const newFolder = async () => {
  const folder = await openFolder();
  folders.push(folder);
  return folder;
};

const target = await newFolder();
const lost = await newFolder();
const keys = await newFolder();
const recipient = await makeKey(join(keys, 'key'));
const identity = readKey(join(keys, 'key'));
const env = {
  ROOST_DATA: lost,
  BACKUP_TO: target,
  BACKUP_RECIPIENT: recipient,
  BACKUP_WAL: 'on',
};

let made: Made;
let secret: string;
let picture: Uint8Array;
let postId: string;
let between: Date;
/** Texts of posts, with the time at which their answer had come. */
const acknowledged: { text: string; at: number }[] = [];

beforeAll(async () => {
  const roost = await startRoost(env);
  const alice = await joinRoost(roost.app, 'alice');
  secret = (await withTotp(roost.app, alice)).secret;
  const file = await fileOf('noise.png', noise(300, 200).png());
  postId = (await postWith(alice, { content: 'with a picture' }, [file]))._id;
  picture = await openPicture(alice.client);

  let isWriting = true;
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1) {
      const text = `write ${n}`;
      await alice.post(text);
      acknowledged.push({ text, at: Date.now() });
    }
  })();
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(3), 10_000);
  console.time('backup');
  made = await backUp(settingsFor(env), env);
  console.timeEnd('backup');
  isWriting = false;
  await writing;

  await alice.post('before the moment');
  const [row] = await roost.ask('select clock_timestamp() as now');
  between = row?.now as Date;
  await alice.post('after the moment');
  await archiveAll(roost);
  await roost.stop();
  await removeFolder(lost);
  letRead(target);
}, 120_000);

afterAll(async () => {
  for (const folder of folders) await removeFolder(folder);
});

async function archiveAll(roost: TestRoost): Promise<void> {
  const [last] = await roost.ask('select pg_walfile_name(pg_switch_wal()) as name');
  const archived = async () =>
    (await roost.ask('select last_archived_wal as name from pg_stat_archiver'))[0];
  await vi.waitFor(async () => expect(await archived()).toEqual(last), 30_000);
}

async function openPicture(client: TestClient): Promise<Uint8Array> {
  const { data } = await client.call(posts.getPost, { params: { postId } });
  const answer = await client.fetch(pathOf(data.media[0]?.url));
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Restores into a new folder and starts the app there. */
async function restored(options: RestoreOptions = {}): Promise<{ roost: TestRoost; client: TestClient }> {
  const folder = await newFolder();
  const there = { ...env, ROOST_DATA: folder };
  console.time('restore');
  await restore(settingsFor(there), { identity, ...options }, there);
  console.timeEnd('restore');
  const { BACKUP_WAL: _, ...withoutArchive } = there;
  const roost = await startRoost(withoutArchive);
  onTestFinished(async () => roost.stop());
  const client = roost.app.client();
  const refused = await client
    .call(auth.login, { body: { email: 'alice', password: PASSWORD } })
    .catch((error: unknown) => error as Refusal);
  const challenge = (refused as Refusal).body.challenge ?? '';
  await client.call(loginSecond, { body: { challenge, code: codeOf(secret, 1) } });
  return { roost, client };
}

async function textsOf({ app }: TestRoost): Promise<Set<string>> {
  const rows = await app.ctx.db.selectFrom('posts').select('content').execute();
  return new Set(rows.map(({ content }) => String(content)));
}

test('a restored Roost has each acknowledged write, opens pictures, and knows authenticator apps', async () => {
  const { roost, client } = await restored();
  const texts = await textsOf(roost);
  const { endedAt } = await readManifest(new FolderTarget(target), made.id);
  const due = acknowledged.filter(({ at }) => at < Date.parse(endedAt));
  expect(due.length).toBeGreaterThan(3);
  expect(due.filter(({ text }) => !texts.has(text))).toEqual([]);
  expect(texts.has('before the moment')).toBe(false);
  expect(await openPicture(client)).toEqual(picture);
});

test('a restore reaches a moment between two writes', async () => {
  const { roost, client } = await restored({ until: between });
  const texts = await textsOf(roost);
  expect(texts.has('before the moment')).toBe(true);
  expect(texts.has('after the moment')).toBe(false);
  expect(await openPicture(client)).toEqual(picture);
});
