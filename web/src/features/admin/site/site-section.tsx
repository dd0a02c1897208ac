import * as words from '#words/admin';
import { Form } from '@base-ui/react/form';
import { siteLimits, type Site } from '@roost/contract/site';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { aboveSaveBar, SaveBar } from '../save-bar.tsx';
import { SectionError } from '../section-error.tsx';
import { AccentField } from './accent-field.tsx';
import { FormProblems } from './form-problems.tsx';
import { languagesError } from './language-tags.ts';
import { LogoField } from './logo-field.tsx';
import { RulesEditor } from './rules-editor.tsx';
import type { SiteField, SiteForm } from './site-form.ts';
import { siteSettingsQuery } from './site-settings.query.ts';
import { SiteTexts } from './site-texts.tsx';
import { useSiteForm } from './use-site-form.ts';

const fields: readonly SiteField[] = [
  'name',
  'logo',
  'accent',
  'description',
  'announcement',
  'contact',
  'languages',
  'rules',
];

/** The name, the texts, the look and the rules of the site. */
export function SiteSection() {
  const { data, error, refetch } = useQuery(siteSettingsQuery);
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-[40rem] rounded-card" />
    );
  return <SiteEditor site={data} />;
}

function SiteEditor({ site }: { site: Site }) {
  const state = useSiteForm(site, fields, rulesOf);
  const { form, isChanged, discard } = state;
  return (
    <Form {...form.formProps} className={aboveSaveBar}>
      <SettingsGroup title={words.texts} about={words.peopleSeeANewNameWithTheNextLoad}>
        <SiteTexts state={state} />
      </SettingsGroup>
      <SettingsGroup title={words.logo} about={words.theLogoStandsInTheApp}>
        <LogoField state={state} />
      </SettingsGroup>
      <SettingsGroup title={words.accentColour} about={words.textsStayReadable}>
        <AccentField hue={state.values.accent} onChange={(hue) => state.set('accent', hue)} />
      </SettingsGroup>
      <SettingsGroup title={words.rules} about={words.newPeopleAcceptTheRules}>
        <RulesEditor state={state} />
      </SettingsGroup>
      <FormProblems state={state} />
      {isChanged && <SaveBar busy={form.busy} onDiscard={discard} />}
    </Form>
  );
}

/** The checks of the fields, which the server repeats. */
function rulesOf(values: SiteForm) {
  const { name, description, announcement, contact, languages, rules } = values;
  return {
    name: () => (trimText(name) === '' ? words.enterAName : lengthError(name, siteLimits.name.max)),
    description: () => lengthError(description, siteLimits.description.max),
    announcement: () => lengthError(announcement, siteLimits.announcement.max),
    contact: () => lengthError(contact, siteLimits.contact.max),
    languages: () => languagesError(languages),
    ...Object.fromEntries(
      rules.map(({ text }, index) => [
        `rules.${index}.text`,
        () => (trimText(text) === '' ? words.enterTheRule : lengthError(text, siteLimits.rule.max)),
      ]),
    ),
  };
}

function lengthError(text: string, max: number): string | undefined {
  return lengthOf(trimText(text)) > max ? words.useAtMostCharacters({ max }) : undefined;
}
