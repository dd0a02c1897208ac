import * as words from '#words/settings';
import { locale } from '#words/locale';
import { locales, type Locale } from '@roost/contract/locales';
import { updateUser } from '@roost/contract/users';
import { clsx } from 'clsx';
import { useState } from 'react';
import { upload } from '../../../lib/api/upload.ts';
import { forgetChoice, languageName, reloadIn } from '../../../lib/page/language.ts';
import { SettingsGroup } from '../settings-group.tsx';

/** The language of the interface and of emails. A choice loads the page again, because a page has one language. */
export function LanguageSettings() {
  const [chosen, setChosen] = useState<Locale>();
  const choose = async (language: Locale) => {
    setChosen(language);
    try {
      await upload(updateUser, { body: { language } }, {});
      forgetChoice();
      reloadIn(language);
    } catch {
      // The API client has shown why.
      setChosen(undefined);
    }
  };
  return (
    <SettingsGroup title={words.language} about={words.languageOfPagesAndEmails}>
      <LanguagePicker
        chosen={chosen ?? locale}
        disabled={chosen !== undefined}
        onChoose={(language) => void choose(language)}
      />
    </SettingsGroup>
  );
}

interface LanguagePickerProps {
  chosen: string;
  disabled: boolean;
  onChoose: (language: Locale) => void;
}

/**
 * Each language has its own name, so that people find theirs in a page that they cannot read. These are buttons, because an arrow
 * key would choose a radio button, and a choice loads the page again.
 */
function LanguagePicker({ chosen, disabled, onChoose }: LanguagePickerProps) {
  return (
    <ul
      aria-label={words.language}
      aria-busy={disabled}
      className="grid grid-cols-2 gap-3 md:grid-cols-3"
    >
      {locales.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            dir="auto"
            aria-pressed={language === chosen}
            disabled={disabled}
            onClick={() => language !== chosen && onChoose(language)}
            className={clsx(
              'min-h-11 w-full rounded-card border px-3 text-center font-semibold transition-colors',
              language === chosen
                ? 'border-accent-text bg-accent-soft'
                : 'border-control hover:bg-hover',
            )}
          >
            {languageName(language)}
          </button>
        </li>
      ))}
    </ul>
  );
}
