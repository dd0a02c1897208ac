import { wordsIn } from '#words/auth';
import { parseUserAgent } from '@roost/contract/text/user-agent';
import type { Locale } from '../../platform/locale.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';

/** Where something that a mail is about came from. Without a network address, it was the operator of the site. */
export interface Origin {
  at: Date;
  device: string;
  address: string;
}

/** Says when, on which device and from which network address something happened. */
export function originLines({ at, device, address }: Origin, locale: Locale): string[] {
  const words = wordsIn(locale);
  const when = words.noticeWhen({ at: timeIn(at, locale) });
  if (address === '') return [when, words.noticeByOperator];
  return [
    when,
    words.noticeDevice({ device: deviceIn(device, locale) }),
    words.noticeAddress({ address: oneLine(address) }),
  ];
}

/** Keeps a user agent only if it names a device. Otherwise a stranger could write into a mail to somebody else. */
export function ofStranger({ device, address }: { device: string; address: string }) {
  const { browser, system } = parseUserAgent(device);
  return { device: browser && system ? device.slice(0, 300) : '', address: address.slice(0, 64) };
}

function timeIn(at: Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return wordsIn(locale).inUtc({ time: format.format(at) });
}

function deviceIn(userAgent: string, locale: Locale): string {
  const words = wordsIn(locale);
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return words.browserOnSystem({ browser, system });
  return oneLine(userAgent) || words.unknownDevice;
}
