import * as words from '#words/admin';
import { siteLimits } from '@roost/contract/site';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { languageNames, languagesError } from './language-tags.ts';
import type { SiteFormState } from './use-site-form.ts';

const count = (text: string, max: number) => ({ used: lengthOf(trimText(text)), max });

/** The fields with the name of the site and what it says about itself. */
export function SiteTexts({ state: { form, values, set } }: { state: SiteFormState }) {
  const { onInput: forgetDescriptionError, ...description } = form.field(
    'description',
    words.description,
  );
  const { onInput: forgetAnnouncementError, ...announcement } = form.field(
    'announcement',
    words.announcement,
  );
  return (
    <div className="flex flex-col gap-5">
      <TextField
        {...form.field('name', words.name)}
        dir="auto"
        autoComplete="off"
        value={values.name}
        onChange={({ target }) => set('name', target.value)}
      />
      <TextAreaField
        {...description}
        hint={words.visitorsReadIt}
        value={values.description}
        count={count(values.description, siteLimits.description.max)}
        onChange={(text) => {
          forgetDescriptionError();
          set('description', text);
        }}
      />
      <TextAreaField
        {...announcement}
        hint={words.aNoteToEverybody}
        value={values.announcement}
        count={count(values.announcement, siteLimits.announcement.max)}
        onChange={(text) => {
          forgetAnnouncementError();
          set('announcement', text);
        }}
      />
      <TextField
        {...form.field('contact', words.contact)}
        dir="auto"
        autoComplete="off"
        hint={words.anEmailAddressOrALink}
        value={values.contact}
        onChange={({ target }) => set('contact', target.value)}
      />
      <TextField
        {...form.field('languages', words.languages)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          languagesError(values.languages)
            ? words.tagsSuchAs
            : words.mainLanguageFirst({ names: languageNames(values.languages) })
        }
        value={values.languages}
        onChange={({ target }) => set('languages', target.value)}
      />
    </div>
  );
}
