import { expect } from 'vitest';
import * as personalData from '@roost/contract/personal-data';
import type { Member } from './cast.ts';
import { until } from './premium.ts';
import type { TestClient } from './test-client.ts';
import { readZip } from './zip.ts';

type Asker = Pick<Member, 'call'> & { client: TestClient };

export const ask = async (person: Asker) =>
  (await person.call(personalData.requestExport, {})).data.exports;

export const list = async (person: Asker) =>
  (await person.call(personalData.listExports, {})).data.exports;

/** Asks for an export, waits until it is ready, and downloads it. Returns the files by name. */
export async function exportOf(person: Asker): Promise<Map<string, Buffer>> {
  await ask(person);
  const { url, bytes } = await readyExport(person);
  const response = await person.client.fetch(url ?? '');
  expect(response.status).toBe(200);
  const content = Buffer.from(await response.arrayBuffer());
  expect(content.length).toBe(bytes);
  return readZip(content);
}

/** Waits until the newest export is ready. */
export async function readyExport(person: Asker): Promise<personalData.Export> {
  await until(async () => (await list(person))[0]?.status === 'ready');
  const [found] = await list(person);
  if (!found) throw new Error('no export');
  return found;
}
