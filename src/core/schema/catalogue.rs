//! The built-in schemas, as data: one file each, in the field form. What is offered is apart from the
//! files, so that whoever only offers them does not hold them.

use super::error::SchemaError;
use super::node::Schema;

/// A built-in schema.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuiltIn {
    #[default]
    WeatherReport,
    DeploymentConfig,
    SecurityAdvisory,
    Invoice,
    SupportTicket,
    CalendarEvent,
    KnowledgeGraph,
    Contact,
    ProductReview,
    JobPosting,
}

impl BuiltIn {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 10] = [
        Self::WeatherReport,
        Self::DeploymentConfig,
        Self::SecurityAdvisory,
        Self::Invoice,
        Self::SupportTicket,
        Self::CalendarEvent,
        Self::KnowledgeGraph,
        Self::Contact,
        Self::ProductReview,
        Self::JobPosting,
    ];

    /// What settings and links call it; never changes.
    pub fn id(self) -> &'static str {
        match self {
            Self::WeatherReport => "weather-report",
            Self::DeploymentConfig => "deployment-config",
            Self::SecurityAdvisory => "security-advisory",
            Self::Invoice => "invoice",
            Self::SupportTicket => "support-ticket",
            Self::CalendarEvent => "calendar-event",
            Self::KnowledgeGraph => "knowledge-graph",
            Self::Contact => "contact",
            Self::ProductReview => "product-review",
            Self::JobPosting => "job-posting",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::WeatherReport => "Weather report",
            Self::DeploymentConfig => "Deployment config",
            Self::SecurityAdvisory => "Security advisory",
            Self::Invoice => "Invoice",
            Self::SupportTicket => "Support ticket",
            Self::CalendarEvent => "Calendar event",
            Self::KnowledgeGraph => "Knowledge graph",
            Self::Contact => "Contact",
            Self::ProductReview => "Product review",
            Self::JobPosting => "Job posting",
        }
    }

    /// The schema as text.
    pub fn source(self) -> &'static str {
        match self {
            Self::WeatherReport => include_str!("catalogue/weather-report.json"),
            Self::DeploymentConfig => include_str!("catalogue/deployment-config.json"),
            Self::SecurityAdvisory => include_str!("catalogue/security-advisory.json"),
            Self::Invoice => include_str!("catalogue/invoice.json"),
            Self::SupportTicket => include_str!("catalogue/support-ticket.json"),
            Self::CalendarEvent => include_str!("catalogue/calendar-event.json"),
            Self::KnowledgeGraph => include_str!("catalogue/knowledge-graph.json"),
            Self::Contact => include_str!("catalogue/contact.json"),
            Self::ProductReview => include_str!("catalogue/product-review.json"),
            Self::JobPosting => include_str!("catalogue/job-posting.json"),
        }
    }

    /// The one of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|built_in| built_in.id() == id)
    }

    /// Reads the schema.
    ///
    /// # Errors
    /// None that the tests let pass: every one can be read.
    pub fn schema(self) -> Result<Schema, SchemaError> {
        Schema::from_fields(&serde_json::from_str(self.source()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_the_schema_that_is_offered_with_an_example() {
        for built_in in BuiltIn::ALL {
            let schema = built_in.schema().unwrap();
            assert_eq!(schema.label, built_in.label());
            assert!(!schema.example.prompt.is_empty() && !schema.preview().is_empty(), "{built_in:?}");
            assert_eq!(BuiltIn::from_id(built_in.id()), Some(built_in));
        }
        assert_eq!(BuiltIn::from_id("gone"), None);
    }
}
