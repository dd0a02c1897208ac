import { MutedList } from '../features/users/mutes/muted-list.tsx';

export function MutedUsersScreen() {
  return <MutedList />;
}
