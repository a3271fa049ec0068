// In place of the dashboard.
