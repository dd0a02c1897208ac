import { useViewer } from '../../features/auth/viewer.ts';
import { useLocation } from '../../lib/router/router.tsx';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { goBack } from '../../lib/router/go-back.ts';
import { isPageOf, pageAt, type Page } from '../../pages.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { UnknownPath } from './unknown-path.tsx';

/** A page of members: the title and the header that `pages.ts` gives it, and its screen. */
export function PageFrame() {
  const viewer = useViewer();
  const page = pageAt(useLocation().pathname);
  return (
    <ErrorBoundary>
      <Frame page={page && isPageOf(page, viewer) ? page : undefined} />
    </ErrorBoundary>
  );
}

/** Inside the boundary, so that a page that fails has neither header nor title. */
function Frame({ page }: { page: Page | undefined }) {
  usePageTitle(page?.title);
  return (
    <>
      {page?.header && (
        <PageHeader
          title={page.title}
          {...(page.header === 'back' && { onBack: () => goBack(paths.home) })}
        />
      )}
      {/* These pages have their own box for a reply, or rows with buttons at their end. */}
      {page?.header === 'back' && <span data-no-post-button hidden />}
      {page ? <page.screen /> : <UnknownPath />}
    </>
  );
}
