import type { Config } from '../../kernel/config.ts';

/** How a push service reaches the operator (RFC 8292): the contact of the site, its address, or the sender of its mails. */
export function vapidSubject({ publicUrl, mailFrom }: Config, contact: string): string {
  if (/^https:\/\/\S+$/.test(contact)) return contact;
  if (/^[^\s@<>:]+@[^\s@<>:]+$/.test(contact)) return `mailto:${contact}`;
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
