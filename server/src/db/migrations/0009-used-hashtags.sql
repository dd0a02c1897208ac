-- How many people wrote publicly of each of the most used hashtags in the last week, kept by the job that makes the list of
-- trending ones: what is offered for a beginning is looked for here first.
create table used_hashtags (
  tag text collate "C" primary key,
  people integer not null
);
