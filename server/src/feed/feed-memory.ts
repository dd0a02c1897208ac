import type { Context } from '../context.ts';
import { Closeness } from './closeness.ts';
import { FeedNotes } from './feed-notes.ts';
import type { Pulled } from './feed.queries.ts';
import { NewestPosts } from './newest-posts.ts';
import { listPopular, type Popular } from './popular.queries.ts';
import { SharedList } from './shared-list.ts';
import { FanOut } from './timelines/fan-out.ts';
import { listLoud } from './timelines/timeline.queries.ts';
import { Visits } from './visits.ts';

const LOUD = 400;

/** What a process holds so that feeds are quick; all of it can be had again from the database. */
export class FeedMemory {
  readonly visits = new Visits();
  readonly notes = new FeedNotes();
  readonly newest = new NewestPosts();
  readonly popular = new SharedList<Popular>(listPopular);
  readonly loud = new SharedList<Pulled>(async (ctx) => listLoud(ctx, LOUD));
  readonly fanOut = new FanOut();
  readonly closeness = new Closeness();

  /** Writes down what waits to be. */
  async close(ctx: Context): Promise<void> {
    this.closeness.close();
    await this.fanOut.flush(ctx);
    await this.notes.flush(ctx);
  }
}
