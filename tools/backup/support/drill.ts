import { mkdirSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { loginSecond } from '@roost/contract/factors';
import * as posts from '@roost/contract/posts';
import { StartError } from '../../../server/src/config/start-error.ts';
import { FolderTarget } from '../../../server/src/platform/backup/folder-target.ts';
import { join as joinRoost, PASSWORD } from '../../../server/test/support/cast.ts';
import { codeOf, withTotp } from '../../../server/test/support/factors.ts';
import { fileOf, noise, pathOf, postWith } from '../../../server/test/support/media.ts';
import type { Refusal, TestClient } from '../../../server/test/support/test-client.ts';
import { backUp } from '../back-up.ts';
import { makeKey, readKey } from '../../../server/src/platform/backup/key-file.ts';
import type { RestoreOptions } from '../choose-backup.ts';
import { readManifest, type Entry, type Manifest } from '../manifest.ts';
import { restore } from '../restore.ts';
import {
  letRead,
  openFolder,
  removeFolder,
  settingsFor,
  startRoost,
  type TestRoost,
} from './test-roost.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await removeFolder(folder);
});

export async function newFolder(): Promise<string> {
  const folder = await openFolder();
  folders.push(folder);
  return folder;
}

/** A Roost that was backed up while somebody wrote, and then destroyed. */
export class Drill {
  readonly target: string;
  readonly env: Record<string, string>;
  readonly identity: string;
  manifest!: Manifest;
  /** After one post and before another one, both later than the backup. */
  between!: Date;
  picture!: Uint8Array;
  /** Texts of posts, with the time at which their answer had come. */
  readonly acknowledged: { text: string; at: number }[] = [];
  #postId = '';
  #secret = '';

  private constructor(target: string, env: Record<string, string>, identity: string) {
    this.target = target;
    this.env = env;
    this.identity = identity;
  }

  static async run(): Promise<Drill> {
    const [target, lost, keys] = [await newFolder(), await newFolder(), await newFolder()];
    const recipient = await makeKey(join(keys, 'key'));
    const env = {
      ROOST_DATA: lost,
      BACKUP_TO: target,
      BACKUP_RECIPIENT: recipient,
      BACKUP_WAL: 'on',
    };
    // Root makes the backup, and PostgreSQL's user archives the WAL. Outside of tests, both are the same user.
    mkdirSync(join(target, 'drafts'));
    letRead(target);
    const drill = new Drill(target, env, readKey(join(keys, 'key')));
    const roost = await startRoost(env);
    try {
      await drill.#write(roost);
    } finally {
      await roost.stop();
    }
    await removeFolder(lost);
    letRead(target);
    return drill;
  }

  async #write(roost: TestRoost): Promise<void> {
    const alice = await joinRoost(roost.app, 'alice');
    this.#secret = (await withTotp(roost.app, alice)).secret;
    const file = await fileOf('noise.png', noise(300, 200).png());
    this.#postId = (await postWith(alice, { content: 'with a picture' }, [file]))._id;
    this.picture = await this.openPicture(alice.client);

    const done = new AbortController();
    const writing = (async () => {
      for (let n = 0; !done.signal.aborted; n += 1) {
        const text = `write ${n}`;
        await alice.post(text);
        this.acknowledged.push({ text, at: Date.now() });
      }
    })();
    await vi.waitFor(() => expect(this.acknowledged.length).toBeGreaterThan(3), 10_000);
    const { id } = await backUp(settingsFor(this.env), this.env);
    done.abort();
    await writing;
    this.manifest = await readManifest(new FolderTarget(this.target), id);

    await alice.post('before the moment');
    const [row] = await roost.ask('select clock_timestamp() as now');
    this.between = row?.now as Date;
    await archiveAll(roost);
    await alice.post('after the moment');
    await archiveAll(roost);
  }

  async openPicture(client: TestClient): Promise<Uint8Array> {
    const { data } = await client.call(posts.getPost, { params: { postId: this.#postId } });
    const answer = await client.fetch(pathOf(data.media[0]?.url));
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** Restores into a new folder, starts the app there, and signs Alice in with her authenticator app. */
  async restored(
    options: RestoreOptions = {},
  ): Promise<{ roost: TestRoost; client: TestClient; env: Record<string, string> }> {
    const env = { ...this.env, ROOST_DATA: await newFolder(), BACKUP_WAL: 'off' };
    await restore(settingsFor(env), { identity: this.identity, ...options }, env);
    const roost = await startRoost(env);
    onTestFinished(async () => roost.stop(), 60_000);
    const client = roost.app.client();
    const refused = await client
      .call(auth.login, { body: { email: 'alice', password: PASSWORD } })
      .catch((error: unknown) => error as Refusal);
    const challenge = String((refused as Refusal).body.challenge);
    await client.call(loginSecond, { body: { challenge, code: codeOf(this.#secret, 1) } });
    return { roost, client, env };
  }

  /** Expects that a restore throws one line and leaves nothing. Returns the line. */
  async refusal(options: RestoreOptions, change: Record<string, string> = {}): Promise<string> {
    const folder = await newFolder();
    const env = { ...this.env, ROOST_DATA: folder, ...change };
    const given = { identity: this.identity, backupId: this.manifest.id, ...options };
    const error = await restore(settingsFor(env), given, env).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toBeInstanceOf(StartError);
    expect(readdirSync(folder)).toEqual([]);
    expect(error?.message).toMatch(/^[^\n]*\.$/);
    return String(error?.message);
  }

  /** Changes a stored file until the end of the test. */
  async change(path: string, make: (content: Buffer) => Buffer | undefined): Promise<void> {
    const file = join(this.target, path);
    const content = await readFile(file);
    onTestFinished(async () => writeFile(file, content));
    const changed = make(Buffer.from(content));
    await (changed ? writeFile(file, changed) : rm(file));
  }

  pathOf(logicalPath: RegExp): string {
    const isFound = (entry: Entry) => logicalPath.test(entry.logicalPath) && entry.bytes > 100;
    return this.manifest.files.find(isFound)?.path ?? '';
  }

  /** The archived segments from after the backup, the oldest first. */
  segments(): string[] {
    const { database } = this.manifest;
    const stop = database.kind === 'cluster' ? database.stopSegment : '';
    const [system = ''] = readdirSync(join(this.target, 'wal'));
    return readdirSync(join(this.target, 'wal', system))
      .filter((name) => /^[\dA-F]{24}\.[\da-f]{16}\./.test(name) && name.slice(0, 24) > stop)
      .sort()
      .map((name) => `wal/${system}/${name}`);
  }
}

export function flipBit(content: Buffer): Buffer {
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 1;
  return content;
}

export async function textsOf({ app }: TestRoost): Promise<Set<string>> {
  const rows = await app.ctx.db.selectFrom('posts').select('content').execute();
  return new Set(rows.map(({ content }) => content));
}

async function archiveAll(roost: TestRoost): Promise<void> {
  const [last] = await roost.ask('select pg_walfile_name(pg_switch_wal()) as name');
  const archived = async () =>
    (await roost.ask('select last_archived_wal as name from pg_stat_archiver'))[0];
  await vi.waitFor(async () => expect(await archived()).toEqual(last), 100_000);
}
