import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Waits for the newest mail to an address with a link to this page, and returns the path of the link. */
export async function mailedLink(to: string, page: string): Promise<string> {
  const link = new RegExp(`https?://[^/\\s]+(/${page}/[\\w-]+)`);
  let path: string | undefined;
  await expect(async () => {
    const mails = (await mailsTo(to)).flatMap((mail) => link.exec(mail)?.[1] ?? []);
    path = mails.at(-1);
    expect(path).toBeDefined();
  }).toPass();
  return path!;
}

/** The server writes mails into its data folder, oldest first. */
async function mailsTo(to: string): Promise<string[]> {
  const folder = join(String(process.env['E2E_DATA']), 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.toSorted().map(async (name) => readFile(join(folder, name), 'utf8')),
  );
  return mails
    .filter((mail) => mail.includes(to))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}
