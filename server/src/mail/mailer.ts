import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as newId } from 'uuid';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Sends a mail, or throws; who calls it is a job that will try again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export function makeMailer(config: Config, log: Logger): Mailer {
  return config.mailUrl ? smtpMailer(config.mailUrl, config.mailFrom) : folderMailer(config, log);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, {
    from,
    connectionTimeout: 5_000,
    socketTimeout: 20_000,
  } as object);
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
  };
}

/** Writes each mail as an `.eml` file any mail program opens, so that no server is needed to try things. */
function folderMailer(config: Config, log: Logger): Mailer {
  const folder = join(config.dataFolder, 'mail');
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from: config.mailFrom },
  );
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId()}.eml`);
      // Whole or not at all, for whoever watches the folder.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // The file's name only: a link in a log is a key in a log.
      log.info({ file }, 'mail written');
    },
  };
}
