-- Rights of the user that nodes connect as with awaken.db.schema=check: rows, no tables. Run it as the owner of the schema,
-- again after each version's SQL. For another user or schema change the names.
GRANT USAGE ON SCHEMA public TO awaken_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO awaken_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO awaken_app;
