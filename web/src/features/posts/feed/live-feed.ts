import { onLive } from '../../../lib/socket/live.ts';
import { setNewPosts } from './new-posts.query.ts';

onLive('feedGrew', setNewPosts);
