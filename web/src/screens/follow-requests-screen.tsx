import { FollowRequestList } from '../features/users/follow-requests/follow-request-list.tsx';

export function FollowRequestsScreen() {
  return <FollowRequestList />;
}
