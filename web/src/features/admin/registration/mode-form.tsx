import * as words from '#words/admin';
import { Form } from '@base-ui/react/form';
import type { RegistrationMode, Site } from '@roost/contract/site';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { ChoiceCards } from '../choice-cards.tsx';
import { SaveBar } from '../save-bar.tsx';
import { FormProblems } from '../site/form-problems.tsx';
import type { SiteField } from '../site/site-form.ts';
import { useSiteForm } from '../site/use-site-form.ts';

const choices: readonly { value: RegistrationMode; label: string; about: string }[] = [
  { value: 'open', label: words.open, about: words.everybodyMaySignUp },
  { value: 'invite', label: words.byInvite, about: words.onlyWithAnInvite },
  { value: 'approval', label: words.byApproval, about: words.anAdminApprovesEach },
  { value: 'closed', label: words.closed, about: words.nobodyMaySignUp },
];

const fields: readonly SiteField[] = ['registration'];
const noRules = () => ({});

/** Chooses who may sign up. */
export function ModeForm({ site }: { site: Site }) {
  const state = useSiteForm(site, fields, noRules);
  const { form, values, isChanged, set, discard } = state;
  return (
    <Form {...form.formProps}>
      <SettingsGroup title={words.whoMaySignUp}>
        <ChoiceCards
          label={words.whoMaySignUp}
          choices={choices}
          value={values.registration}
          onChange={(mode) => set('registration', mode)}
        />
        {site.registration === 'approval' && (
          <p className="mt-4">
            <Link
              to={`${paths.adminSection('people')}?status=pending`}
              className="text-accent-text underline underline-offset-2"
            >
              {words.peopleWhoWait}
            </Link>
          </p>
        )}
      </SettingsGroup>
      <FormProblems state={state} />
      {isChanged && <SaveBar busy={form.busy} onDiscard={discard} />}
    </Form>
  );
}
