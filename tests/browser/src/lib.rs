//! Drives the built app in Chromium.
