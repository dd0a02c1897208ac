import * as words from '#words/screens';
import {
  sectionNamed,
  sections,
  type Section,
  type SectionName,
} from '../features/admin/sections.ts';
import { lazyPart, type LazyPart } from '../lib/page/load-chunk.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { useIsPhone } from '../lib/page/screen-width.ts';
import { goBack } from '../lib/router/go-back.ts';
import { Redirect, useParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { UnknownPath } from '../shell/pages/unknown-path.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SectionList } from '../ui/section-list.tsx';
import { SectionNav } from '../ui/section-nav.tsx';

/** Each section loads when an admin opens it. The list of their files would be too long for the first screen of members. */
const contents: Record<SectionName, LazyPart<object>> = {
  people: lazyPart(
    async () => (await import('../features/admin/people/people-section.tsx')).PeopleSection,
  ),
  registration: lazyPart(
    async () =>
      (await import('../features/admin/registration/registration-section.tsx')).RegistrationSection,
  ),
  site: lazyPart(async () => (await import('../features/admin/site/site-section.tsx')).SiteSection),
  blocks: lazyPart(
    async () => (await import('../features/admin/blocks/blocks-section.tsx')).BlocksSection,
  ),
  trends: lazyPart(
    async () => (await import('../features/admin/trends/trends-section.tsx')).TrendsSection,
  ),
  numbers: lazyPart(
    async () => (await import('../features/admin/numbers/numbers-section.tsx')).NumbersSection,
  ),
  jobs: lazyPart(async () => (await import('../features/admin/jobs/jobs-section.tsx')).JobsSection),
};

const navigation = { label: words.admin, sections, pathOf: paths.adminSection };

/** The settings and people of the site, for admins. On phones the list of sections is a page of its own, as in the settings. */
export function AdminScreen() {
  const { section: name } = useParams(paths.adminSection(':section'));
  const section = sectionNamed(name);
  const isPhone = useIsPhone();
  usePageTitle(section ? words.sectionOfAdmin({ section: section.label }) : words.admin);
  if (name !== undefined && !section) return <UnknownPath />;
  if (!isPhone && !section) return <Redirect to={paths.adminSection(sections[0]!.name)} />;
  return (
    // Posting is no part of this page, and forms need the room of its button.
    <div data-no-post-button>
      {isPhone && section ? (
        <PageHeader title={section.label} onBack={() => goBack(paths.admin)} />
      ) : (
        <PageHeader title={words.admin} />
      )}
      {!isPhone && <SectionNav {...navigation} current={section?.name} />}
      {section ? <Content section={section} /> : <SectionList {...navigation} />}
    </div>
  );
}

function Content({ section }: { section: Section }) {
  const Part = contents[section.name];
  return <Part />;
}
