-- Finds what a person has adjusted today, which counts towards the amount that needs a second person.
create index concurrently adjustments_by_author on adjustments (made_by, created_at);
