import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as newId } from 'uuid';
import type { Logger } from 'pino';
import type { Config } from '../../kernel/config.ts';
import type { Mail, Mailer, Metrics } from '../../kernel/ports.ts';
import { drawing, mailDocument } from './mail-document.ts';
import { oneLine } from './plain-text.ts';
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

/** Returns the name of the site. */
type SiteName = () => Promise<string>;

export function makeMailer(config: Config, log: Logger, siteName: SiteName): Mailer {
  const envelope = async (mail: Mail) => addSender(mail, config.mailFrom, await siteName());
  return config.mailUrl
    ? smtpMailer(config.mailUrl, envelope)
    : folderMailer(config, log, envelope);
}

/** Counts what becomes of each mail. */
export function countMails(mailer: Mailer, mails: Metrics['mails']): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        mails.add('failed');
        throw error;
      }
      mails.add('sent');
    },
  };
}

type Envelope = (mail: Mail) => Promise<ReturnType<typeof addSender>>;

function smtpMailer(url: string, envelope: Envelope): Mailer {
  const transport = createTransport({ url: withTls(url), ...SMTP_TIMEOUTS_MS });
  return {
    async send(mail) {
      await transport.sendMail(await envelope(mail));
    },
  };
}

/** Signs in to a mail server, and sends nothing. Rejects with the reason if that fails. */
export async function tryMailServer(url: string): Promise<void> {
  const transport = createTransport({ url: withTls(url), ...SMTP_TIMEOUTS_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The sender has the name of the site, unless MAIL_FROM has a name. */
function addSender({ locale, html, ...mail }: Mail, from: string, siteName: string) {
  return {
    ...mail,
    html: mailDocument(html),
    attachments: [drawing],
    from: from.includes('<') ? from : { name: oneLine(siteName), address: from },
    headers: { 'Content-Language': locale },
  };
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
function folderMailer(config: Config, log: Logger, envelope: Envelope): Mailer {
  const folder = join(config.dataFolder, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(await envelope(mail));
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
