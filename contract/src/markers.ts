import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, success, time } from './wire.ts';

const readAt = time.max(40);

/** The post to which the viewer has read the tab Following, and when. */
const followingMarker = z.object({ postId: id, at: readAt });
/** The notification to which the viewer has read the list of notifications, and when. */
const notificationsMarker = z.object({ _id: id, at: readAt });

const markers = z.object({
  following: followingMarker.nullable(),
  notifications: notificationsMarker.nullable(),
});
export type Markers = z.infer<typeof markers>;

const answer = success(z.object({ markers }));

export const getMarkers = endpoint({
  method: 'GET',
  path: '/api/users/markers',
  summary: 'How far the viewer has read, on any device',
  auth: 'member',
  limit: 'reads',
  response: answer,
});

export const setMarkers = endpoint({
  method: 'PUT',
  path: '/api/users/markers',
  summary:
    'Store how far the viewer has read; a newer position of another device stays, and the answer has it',
  auth: 'member',
  limit: 'writes',
  body: z
    .object({
      following: followingMarker.optional(),
      notifications: notificationsMarker.optional(),
    })
    .refine(({ following, notifications }) => following ?? notifications, 'Say what was read.'),
  response: answer,
});
