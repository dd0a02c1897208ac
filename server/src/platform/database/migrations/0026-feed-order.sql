-- The place of a list or of a kept feed among the tabs of its owner, from 1. Null if the owner has not ordered it.
alter table people_lists add column position int;
alter table kept_feeds add column position int;
