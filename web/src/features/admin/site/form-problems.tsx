import * as words from '#words/admin';
import { formatList } from '../../../lib/locale.ts';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import type { SiteField } from './site-form.ts';
import type { SiteFormState } from './use-site-form.ts';

const fieldNames: Record<SiteField, string> = {
  name: words.name,
  description: words.description,
  contact: words.contact,
  languages: words.languages,
  announcement: words.announcement,
  accent: words.accentColour,
  rules: words.rules,
  registration: words.registration,
  logo: words.logo,
};

/** Why the settings are not saved: a failure, or another admin who was faster. */
export function FormProblems({ state }: { state: SiteFormState }) {
  const { form, clashes, keepMine, takeTheirs } = state;
  const { failure } = form;
  const problem =
    failure === undefined ? '' : messageWithReason(failure, words.theSettingsAreNotSaved);
  return (
    <div className="px-4 empty:hidden">
      {problem !== '' && !form.isAtField(problem) && (
        <div className="py-4">
          <Alert type="error">{problem}</Alert>
        </div>
      )}
      {clashes.length > 0 && (
        <div className="py-4">
          <Alert type="error">
            <p>
              {words.anotherAdminChanged({
                fields: formatList(clashes.map((field) => fieldNames[field])),
              })}
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button size="sm" variant="secondary" onClick={takeTheirs}>
                {words.takeTheirs}
              </Button>
              <Button size="sm" variant="secondary" onClick={keepMine}>
                {words.saveMine}
              </Button>
            </div>
          </Alert>
        </div>
      )}
    </div>
  );
}
