import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as newId } from 'uuid';
import type { Logger } from 'pino';
import type { Config } from '../../kernel/config.ts';
import type { Mail, Mailer } from '../../kernel/ports.ts';
import { isLoopback } from '../../lib/loopback.ts';

/** In milliseconds. A mail server that hangs must not block one of the few concurrent jobs. */
const SMTP_TIMEOUTS_MS = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 20_000,
};

/** The number of mails in the folder. The mailer deletes older ones. */
export const KEPT_MAILS = 500;

export function makeMailer(config: Config, log: Logger): Mailer {
  return config.mailUrl ? smtpMailer(config.mailUrl, config.mailFrom) : folderMailer(config, log);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url: withTls(url), ...SMTP_TIMEOUTS_MS }, { from });
  return {
    async send(mail) {
      await transport.sendMail(withLanguage(mail));
    },
  };
}

function withLanguage({ locale, ...mail }: Mail) {
  return { ...mail, headers: { 'Content-Language': locale } };
}

/** Requires encryption for mails that leave this machine, because they contain links that open accounts. */
export function withTls(url: string): string {
  const address = new URL(url);
  const { protocol, hostname } = address;
  // `smtps:` is encrypted from the first byte.
  if (protocol === 'smtp:' && !isLoopback(hostname)) address.searchParams.set('requireTLS', 'true');
  return address.href;
}

/** Logs a warning if a production server has no mail server. */
export function warnOfMail({ mailUrl, isProduction, dataFolder }: Config, log: Logger): void {
  if (mailUrl !== null || !isProduction) return;
  const folder = join(dataFolder, 'mail');
  log.warn({ folder }, 'MAIL_URL is not set: mails are files in this folder, and reach nobody');
}

/** Writes each mail as an `.eml` file, which any mail program opens. So a trial needs no mail server. */
function folderMailer(config: Config, log: Logger): Mailer {
  const folder = join(config.dataFolder, 'mail');
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from: config.mailFrom },
  );
  return {
    async send(mail) {
      const { message } = await transport.sendMail(withLanguage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId()}.eml`);
      // The rename shows only complete files to programs that watch the folder.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // Logs only the file name, because a link in the log could open the account.
      log.info({ file }, 'mail written');
      await deleteOldest(folder);
    },
  };
}

/** File names begin with the time, so the oldest mails come first. */
async function deleteOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, -KEPT_MAILS)) await rm(join(folder, name), { force: true });
}
