import { BlockedList } from '../features/users/blocked-list.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useBack } from './use-back.ts';

export function BlockedUsersScreen() {
  const back = useBack();
  usePageTitle('Blocked users');
  return (
    <>
      <PageHeader title="Blocked users" onBack={back} />
      <BlockedList />
    </>
  );
}
