import { BlockedList } from '../features/users/relations/blocked-list.tsx';

export function BlockedUsersScreen() {
  return <BlockedList />;
}
