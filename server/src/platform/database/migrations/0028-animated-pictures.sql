-- Whether the picture moves. Null: an older version stored it, and the job of stills has not looked at it yet. False for videos.
alter table media add column is_animated boolean;
