import * as words from '#words/screens';
import { EngagerList } from '../features/posts/engagers/engager-list.tsx';
import { isPostId } from '../features/posts/post-identity.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { goBack } from '../lib/router/go-back.ts';
import { matchPath } from '../lib/router/match-path.ts';
import { navigate, useLocation } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { Tabs } from '../ui/controls/tabs.tsx';
import { LostFeather } from '../ui/illustrations/lost-feather.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

const tabs = [
  { value: 'likes', label: words.likes },
  { value: 'reposts', label: words.reposts },
] as const;

/** The people who like a post, and those who reposted it. */
export function EngagersScreen() {
  const { pathname } = useLocation();
  const { postId = '', list } = matchPath(`${paths.post(':postId')}/:list`, pathname) ?? {};
  const tab = list === 'reposts' ? 'reposts' : 'likes';
  usePageTitle(tab === 'likes' ? words.likes : words.reposts);
  return (
    <>
      <PageHeader onBack={() => goBack(paths.post(postId))} title={words.likesAndReposts} />
      <Tabs
        label={words.likesAndReposts}
        value={tab}
        onChange={(next) => navigate(paths[next](postId), { replace: true })}
        tabs={tabs}
      >
        {isPostId(postId) ? (
          <EngagerList key={`${postId} ${tab}`} postId={postId} kind={tab} />
        ) : (
          <EmptyState drawing={<LostFeather />} title={words.postNotFound} />
        )}
      </Tabs>
    </>
  );
}
