import { wordsIn } from '#words/auth';
import { parseUserAgent } from '@roost/contract/text/user-agent';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';

interface Notice {
  fullName: string;
  email: string;
  what: string;
  device: string;
  address: string;
  at: Date;
  link: string;
  hours: number;
  site: string;
  locale: Locale;
}

/** Says what happened, when and on which device, and how to undo it. Only the operator resets factors, on no device of the owner. */
export function noticeMail(notice: Notice): Mail {
  const { fullName, email, what, link, hours, site, locale } = notice;
  const words = wordsIn(locale);
  return linkMail({
    fullName,
    email,
    locale,
    subject: words.noticeSubject({ what, site }),
    lines: [
      words.hello({ name: oneLine(fullName) }),
      words.noticeText({ what }),
      words.noticeWhen({ at: timeIn(notice.at, locale) }),
      ...(notice.what === 'factorsReset'
        ? [words.noticeByOperator, words.ifYouAsked, words.ifYouDidNotAsk]
        : [
            words.noticeDevice({ device: deviceIn(notice.device, locale) }),
            words.noticeAddress({ address: oneLine(notice.address) }),
            words.ifItWasYou,
            words.ifItWasNotYou,
          ]),
      link,
      words.undoWorksOnce({ hours }),
    ],
    link: { url: link, label: words.undoAndSecure },
  });
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
