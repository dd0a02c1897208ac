import * as words from '#words/shell';
import { locale } from '#words/locale';
import { locales, type Locale } from '@roost/contract/locales';
import { storedUserId } from '../../features/auth/session.ts';
import { languageName, reloadIn, rememberChoice } from '../../lib/page/language.ts';
import { keepTyped } from '../../lib/page/typed-fields.ts';

/** The languages for people who are not signed in. Each has its own name. */
export function LanguageSwitch() {
  const choose = (language: Locale) => {
    keepTyped();
    // Pages for anyone show it to members, too. Their choice must not reach the account of the next person.
    if (storedUserId() === undefined) rememberChoice(language);
    reloadIn(language);
  };
  return (
    <ul aria-label={words.language} className="mt-4 flex flex-wrap justify-center gap-x-1">
      {locales.map((each) => (
        <li key={each}>
          <button
            type="button"
            lang={each}
            aria-current={each === locale ? 'true' : undefined}
            onClick={() => choose(each)}
            className="cursor-pointer rounded-full px-2.5 py-1 hover:bg-hover aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:min-h-touch"
          >
            {languageName(each)}
          </button>
        </li>
      ))}
    </ul>
  );
}
