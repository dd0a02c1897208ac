import * as words from '#words/screens';
import type { ComponentType } from 'react';
import { PushSettings } from '../features/notifications/push/push-settings.tsx';
import { PreferencesSettings } from '../features/notifications/preferences/preferences-settings.tsx';
import { AboutSettings } from '../features/settings/about/about-settings.tsx';
import { AppearanceSettings } from '../features/settings/appearance/appearance-settings.tsx';
import { DataSettings } from '../features/settings/data/data-settings.tsx';
import { PrivacySettings } from '../features/settings/privacy/privacy-settings.tsx';
import {
  sectionNamed,
  sections,
  type Section,
  type SectionName,
} from '../features/settings/sections.ts';
import { SecuritySettings } from '../features/settings/security/security-settings.tsx';
import { SettingsGroup } from '../features/settings/settings-group.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { useIsPhone } from '../lib/page/screen-width.ts';
import { goBack } from '../lib/router/go-back.ts';
import { Redirect, useParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { PolicyLinks } from '../shell/navigation/policy-links.tsx';
import { UnknownPath } from '../shell/pages/unknown-path.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SectionList } from '../ui/section-list.tsx';
import { SectionNav } from '../ui/section-nav.tsx';

const contents: Record<SectionName, ComponentType> = {
  security: SecuritySettings,
  privacy: PrivacySettings,
  notifications: NotificationSettings,
  appearance: AppearanceSettings,
  data: DataSettings,
  about: About,
};

const navigation = { label: words.settings, sections, pathOf: paths.settingsSection };

/** The settings. On phones the list of sections is a page of its own. Otherwise the sections are in a line above. */
export function SettingsScreen() {
  const { section: name } = useParams(paths.settingsSection(':section'));
  const section = sectionNamed(name);
  const isPhone = useIsPhone();
  usePageTitle(section ? words.sectionOfSettings({ section: section.label }) : words.settings);
  if (name !== undefined && !section) return <UnknownPath />;
  if (isPhone)
    return (
      // Switches and buttons stand where the button for posts would be.
      <div data-no-post-button>
        {section ? <PhoneSection section={section} /> : <PhoneSections />}
      </div>
    );
  return (
    <>
      <PageHeader title={words.settings} />
      <SectionNav {...navigation} current={section?.name} />
      {section ? (
        <Content section={section} />
      ) : (
        <Redirect to={paths.settingsSection(sections[0]!.name)} />
      )}
    </>
  );
}

function PhoneSections() {
  return (
    <>
      <PageHeader title={words.settings} />
      <SectionList {...navigation} />
    </>
  );
}

function PhoneSection({ section }: { section: Section }) {
  return (
    <>
      <PageHeader title={section.label} onBack={() => goBack(paths.settings)} />
      <Content section={section} />
    </>
  );
}

function Content({ section }: { section: Section }) {
  const Settings = contents[section.name];
  return <Settings />;
}

function NotificationSettings() {
  return (
    <>
      <SettingsGroup title={words.whileClosed}>
        <PushSettings />
      </SettingsGroup>
      <SettingsGroup title={words.activity} about={words.chooseWhoseActionsNotifyYou}>
        <PreferencesSettings />
      </SettingsGroup>
    </>
  );
}

function About() {
  return <AboutSettings policies={<PolicyLinks className="flex flex-wrap gap-x-4" />} />;
}
