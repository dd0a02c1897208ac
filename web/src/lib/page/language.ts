import { closestLocale, localeCookie, type Locale } from '@roost/contract/locales';
import { hasFields, storedJson } from '../storage.ts';
import { wallClock } from '../wall-clock.ts';

const COOKIE_SECONDS = 400 * 86_400;
/** After this time, somebody else may sit at this browser. */
const CHOICE_LASTS_MS = 3_600_000;

interface Choice {
  locale: string;
  at: number;
}

const choice = storedJson('localStorage', 'roost:chosen-language', (value) =>
  hasFields<Choice>(value, { locale: 'string', at: 'number' }) ? value : undefined,
);

/** The name of a language in itself, such as 'Español'. */
export function languageName(locale: Locale): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Keeps the language in this browser and loads the page again. The server then sends it in this language. */
export function reloadIn(locale: Locale): void {
  keepLanguage(locale);
  location.reload();
}

/** Keeps the language in this browser and loads another page of the app. */
export function openIn(locale: Locale, path: string): void {
  keepLanguage(locale);
  location.replace(path);
}

function keepLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}

/** Remembers that a visitor chose this language by hand. The next sign-in stores it in the account. */
export function rememberChoice(locale: Locale): void {
  choice.write({ locale, at: wallClock() });
}

/** The language that a visitor chose by hand within the last hour, if nobody has signed in since. */
export function chosenBeforeSignIn(): Locale | undefined {
  const { locale, at } = choice.read() ?? { locale: '', at: 0 };
  const age = wallClock() - at;
  return age >= 0 && age < CHOICE_LASTS_MS ? closestLocale(locale) : undefined;
}

export function forgetChoice(): void {
  choice.write(undefined);
}
